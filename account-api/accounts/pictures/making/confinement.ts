import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { memoryFile } from './order'

/** Node renamed the flag when the permission model became stable. */
const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

/**
 * The command that starts a decoder. Node's permission model lets it read its own file and the installed packages,
 * write nothing and start nothing. The model binds JavaScript only, see {@link takeAway}.
 *
 * The decoder gets its library by its path: early Node 20 asks for permission to look for a package by its name.
 */
export const decoderCommand = (decoderFile: string): [string, ...string[]] => {
  const decoder = realpathSync(decoderFile)
  const library = createRequire(decoder).resolve('sharp')
  const packages = library.slice(0, library.lastIndexOf(join('node_modules', 'sharp')))
  const readable = [decoder, join(packages, 'node_modules', '*'), memoryFile]
  return [
    process.execPath,
    '--max-semi-space-size=1',
    permission,
    // The library is native code.
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    decoder,
    pathToFileURL(library).href,
  ]
}

/**
 * Takes the remaining rights from a decoder that has loaded everything. From then on the kernel gives it no new file,
 * socket or pipe, whatever code runs in it, and the process cannot raise these limits again, unless it runs as root.
 * This needs Linux and `prlimit` of util-linux. Without them the decoder runs with the permission model alone.
 * @param cpuSeconds the CPU time of the whole process, after which the kernel ends it
 */
export const takeAway = async (pid: number, cpuSeconds: number): Promise<void> => {
  if (process.platform !== 'linux') return
  const limits = { nofile: 0, fsize: 0, core: 0, cpu: cpuSeconds }
  const options = Object.entries(limits).map(([name, limit]) => `--${name}=${limit}:${limit}`)
  try {
    await promisify(execFile)('prlimit', [`--pid=${pid}`, ...options])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
