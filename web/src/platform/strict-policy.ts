import { z } from 'zod'

// zod tries whether it may compile schemas to code, which the content security policy refuses and reports. Import this module
// before the first schema.
z.config({ jitless: true })
