import { readdirSync, readFileSync } from 'node:fs'

/** Kills the speech services that this process started. @returns how many there were */
export function killSpeechProcesses(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isSpeechService(name))
  for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
  return pids.length
}

function isSpeechService(pid: string): boolean {
  try {
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('speech/src/main.ts')
  } catch {
    return false // the process has ended
  }
}
