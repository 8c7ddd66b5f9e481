import { z } from 'zod'

// By default, zod tests whether it may compile schemas to code. The content security policy refuses and reports the
// test. Import this module before the first schema.
z.config({ jitless: true })
