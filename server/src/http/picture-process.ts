import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import { encodePicture, type PictureJob } from './picture-codec.ts'

// Decodes untrusted pictures in a child process (decisions/0027). The process has no environment of the server and kills itself
// when it takes too much memory. libvips runs in its own threads, so the main thread can check the memory while a picture is
// decoded.

/** Milliseconds between two checks of the memory. */
const CHECK_INTERVAL = 20

const memoryMax = Number(process.argv[2])
const killSelf = () => process.kill(process.pid, 'SIGKILL')

setInterval(() => {
  if (process.memoryUsage.rss() > memoryMax) killSelf()
}, CHECK_INTERVAL)
process.on('disconnect', killSelf)
// The server and its database have a higher priority than pictures.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '1000')

const reply = async ({ bytes, job }: { bytes: Buffer; job: PictureJob }): Promise<void> => {
  process.send?.({ picture: await encodePicture(bytes, job) })
}
process.on('message', (request: { bytes: Buffer; job: PictureJob }) => void reply(request))
process.send?.('ready')
