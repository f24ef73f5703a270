import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { type Program, startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { as, unprivileged } from '#tests/fixtures/programs/unprivileged'
import { inContext, lastOf, lineageOf, stages, variablesOf } from './dockerfile'

const run = promisify(execFile)

/** Replaces the image's user: a user other than ours, if we are root. */
const user = unprivileged()
const ids = user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

/**
 * Makes all stages, which takes as long as a build. A container needs root or a daemon: here the image is folders, one
 * for each stage, made by deploy/Dockerfile's own steps.
 */
export const makeImages = async () => {
  const folder = temporaryFolder('images')
  // The image's user has to get through to it.
  chmodSync(folder.path, 0o711)
  const baseOf = (name: string) => join(folder.path, lineageOf(name)[0]?.name ?? name)
  for (const { name, instructions } of stages) {
    mkdirSync(baseOf(name), { recursive: true })
    let workdir = lastOf(name, 'WORKDIR') ?? '/'
    for (const { word, text } of instructions) {
      if (word === 'WORKDIR') workdir = text
      mkdirSync(join(baseOf(name), workdir), { recursive: true })
      if (word === 'COPY') copy(text, baseOf, join(baseOf(name), workdir))
      // The packages of the lock file are here already, and an installation is most of the work.
      if (word === 'RUN' && text.startsWith('npm ci ')) copyPackages(join(baseOf(name), workdir))
      else if (word === 'RUN') await runStep(text, { base: baseOf(name), workdir })
      if (!known.has(word)) throw new Error(`deploy/Dockerfile has ${word}, which no test understands`)
    }
  }

  const place = (target: string) => join(baseOf(target), lastOf(target, 'WORKDIR') ?? '/')
  const surroundings = (target: string, settings: Record<string, string>) => {
    const variables = Object.entries(variablesOf(target)).map(([name, value]) => [
      name,
      value.startsWith('/') ? join(baseOf(target), value) : value,
    ])
    return { cwd: place(target), env: { PATH: process.env.PATH, ...Object.fromEntries(variables), ...settings } }
  }
  const commandOf = (words: string): [string, string[]] => {
    const [command = '', ...args] = JSON.parse(words) as string[]
    return as(user, command, args)
  }
  const succeeds = (command: [string, string[]], options: ReturnType<typeof surroundings>) =>
    run(...command, options as never).then(
      () => true,
      () => false,
    )
  return {
    /** Starts the command of an image, as its user. */
    start: (target: string, settings: Record<string, string>): Program =>
      startProgram(...commandOf(lastOf(target, 'CMD') ?? '[]'), surroundings(target, settings)),
    /** Whether the probe of an image finds the program well. */
    isWell: (target: string, settings: Record<string, string>): Promise<boolean> => {
      const [, words = '[]'] = /CMD (.*)$/.exec(lastOf(target, 'HEALTHCHECK') ?? '') ?? []
      return succeeds(commandOf(words), surroundings(target, settings))
    },
    at: (target: string, path: string) => join(baseOf(target), path),
    /** Whether a command of the shell succeeds as the user of an image. */
    can: (target: string, command: string) => succeeds(as(user, 'sh', ['-c', command]), surroundings(target, {})),
    remove: folder.remove,
  }
}

const known = new Set('WORKDIR COPY RUN ENV VOLUME USER STOPSIGNAL EXPOSE HEALTHCHECK CMD'.split(' '))

/** As COPY: of a folder, its content. @param from the folder of a stage @param into where the image's paths begin */
const copy = (text: string, from: (stage: string) => string, into: string): void => {
  const words = text.split(' ')
  const stage = /^--from=(\S+)$/.exec(words[0] ?? '')?.[1]
  const paths = stage === undefined ? words : words.slice(1)
  const target = join(into, paths.at(-1) ?? '')
  for (const source of paths.slice(0, -1)) {
    const path = stage === undefined ? join(root, source) : join(from(stage), source)
    if (stage === undefined && source === '.') {
      for (const name of inContext) cpSync(join(root, name), join(target, name), { recursive: true })
    } else if (stage !== undefined && !existsSync(target))
      // Moving costs nothing, because no other stage uses it.
      renameSync(path, target)
    else if (statSync(path).isDirectory()) cpSync(path, target, { recursive: true, verbatimSymlinks: true })
    else cpSync(path, existsSync(target) && statSync(target).isDirectory() ? join(target, basename(path)) : target)
  }
}

const copyPackages = (to: string): void =>
  cpSync(join(root, 'node_modules'), join(to, 'node_modules'), { recursive: true, verbatimSymlinks: true })

/** Like RUN, with absolute paths below the image's folder, and for the replacement of its user. */
const runStep = async (text: string, { base, workdir }: { base: string; workdir: string }): Promise<void> => {
  const command = text.replace(/(?<= )\//g, `${base}/`).replaceAll('node:node', `${ids.uid}:${ids.gid}`)
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, npm_config_prefer_offline: 'true' }
  await run('sh', ['-c', command], { cwd: join(base, workdir), env: env as never, maxBuffer: 64 * 1024 * 1024 })
}
