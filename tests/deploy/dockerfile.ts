import { read } from '#tests/docs/documents'

/** A part of deploy/Dockerfile from one FROM to the next. */
interface Stage {
  name: string
  /** An image, or the name of an earlier stage. */
  from: string
  /** Each with its keyword, such as `COPY`, and the rest. */
  instructions: { word: string; text: string }[]
}

const lines = read('deploy/Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')

const readStages = (): Stage[] => {
  const stages: Stage[] = []
  for (const line of lines) {
    const [, word = '', text = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    const [, from, name] = (word === 'FROM' && /^(\S+) AS (\S+)$/.exec(text)) || []
    if (from !== undefined && name !== undefined) stages.push({ name, from, instructions: [] })
    else if (word !== '' && word !== 'FROM') stages.at(-1)?.instructions.push({ word, text })
    else throw new Error(`deploy/Dockerfile has a line that no test understands: ${line}`)
  }
  return stages
}

/** The stages of deploy/Dockerfile in their order. */
export const stages: readonly Stage[] = readStages()

/** A stage with those that it comes from, the first one first. */
export const lineageOf = (name: string): Stage[] => {
  const stage = stages.find((each) => each.name === name)
  return stage ? [...lineageOf(stage.from), stage] : []
}

/** What the last instruction of a kind says in a stage, or in one that it comes from. */
export const lastOf = (name: string, word: string): string | undefined =>
  lineageOf(name)
    .flatMap(({ instructions }) => instructions)
    .findLast((instruction) => instruction.word === word)?.text

/** The variables that an image sets. */
export const variablesOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    lineageOf(name)
      .flatMap(({ instructions }) => instructions)
      .flatMap(({ word, text }) => (word === 'ENV' ? text.split(' ') : []))
      .map((pair) => pair.split('=') as [string, string]),
  )

/** The names at the top of the project that the image is built from. */
export const inContext: readonly string[] = read('deploy/Dockerfile.dockerignore')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
