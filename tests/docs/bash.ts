import { spawn } from 'node:child_process'
import { eventually } from '#tests/fixtures/time/eventually'

/**
 * Starts a bash that gets its commands as a person would paste them, block after block, without the settings of the
 * person who runs the tests. A step of a pipe that fails is a failure.
 * @param surroundings its folder, and its whole environment
 */
export const startBash = ({ cwd, env }: { cwd: string; env: Record<string, string | undefined> }) => {
  const child = spawn('bash', ['--norc', '--noprofile', '-o', 'pipefail'], { cwd, env: env as NodeJS.ProcessEnv })
  const heard = { stdout: '', stderr: '' }
  let ended: string | undefined
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text
    })
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended = `bash ended with ${code ?? signal}`
  })
  let blocks = 0
  return {
    /** Runs a block, with a line for a `read` at its end, and waits for it. */
    run: async (block: string, line?: string) => {
      blocks += 1
      const mark = `end of block ${blocks} with`
      const answer = line === undefined ? '' : `${line}\n`
      heard.stdout = ''
      heard.stderr = ''
      child.stdin.write(`${block}${answer}printf '\\n${mark} %d\\n' $?\n`)
      const end = new RegExp(`\\n${mark} (\\d+)\\n`)
      const found = await eventually('bash to run a block', () => {
        if (ended !== undefined) throw new Error(`${ended}: ${heard.stderr}`)
        return end.exec(heard.stdout) ?? undefined
      })
      return { stdout: heard.stdout.slice(0, found.index), stderr: heard.stderr, exitCode: Number(found[1]) }
    },
    stop: async () => {
      child.stdin.end()
      await eventually('bash to end', () => ended)
    },
  }
}
