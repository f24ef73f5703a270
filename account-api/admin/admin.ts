import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pictureRule } from '#account-api/accounts/pictures/kinds'
import { fileNamedBy, findCommand, runOnFiles, usage } from '#account-api/command-line/commands'
import type { Said } from '#account-api/command-line/said'
import { usageFor } from '#account-api/command-line/usage'
import { custodyUsage, runCustody, spelledOut } from '#account-api/custody/commands'
import { UnknownMigrations } from '#account-api/database/migrate'
import { checksUsage, runCheck } from '#account-api/start/checks/checks'
import type { Checked } from '#account-api/start/checks/finding'
import { NotRun } from '#account-api/start/not-run'
import { createPrivately } from '#settings/files/private-files'
import { BadEnvironment } from '#settings/settings'
import { findMoving, movingUsage } from './moving/commands'
import { runCommand } from './operator-place'

/**
 * The operator's command line: `npm run admin -- …`, with the environment of the account API, or with an operator key.
 * A running account API does the work. If none is running, the command opens the database itself.
 */
const run = async (words: string[]): Promise<number> => {
  const checked = await (runCheck(words, process.env) ?? runCustody(words, process.env))
  if (checked) return leave(checked)
  const onFiles = await runOnFiles(words)
  if (onFiles) return say(onFiles)
  const moving = findMoving(words)
  if (moving) return say(await moving(process.env))
  const fileName = fileNamedBy(words)
  const file = fileName === undefined ? undefined : await readUpTo(fileName, pictureRule.maxBytes + 1)
  const command = findCommand(words, file)
  if (command) return say(await runCommand(process.env, command, tellPlace))
  process.stderr.write(usageFor(usage + movingUsage + checksUsage + custodyUsage, words))
  return 2
}

/** Separate from the answer, which a program may read. */
const tellPlace = (place: string): void => {
  process.stderr.write(`On ${place}:\n`)
}

/** Exits explicitly: a server that never answers may still hold a connection of a check. */
const leave = ({ text, code }: Checked): Promise<never> =>
  new Promise(() => process.stdout.write(`${text}\n`, () => process.exit(code)))

const say = (said: Said): number => {
  const stream = said.ok ? process.stdout : process.stderr
  stream.write(`${said.text}\n`)
  return said.ok ? 0 : 1
}

/** Reads a file, up to a number of bytes, so an endless file does no harm. */
const readUpTo = async (name: string, bytes: number): Promise<Buffer> => {
  try {
    return await buffer(createReadStream(name, { end: bytes - 1 }))
  } catch (error) {
    throw new NotRun(`${name} could not be read: ${(error as Error).message}`)
  }
}

createPrivately()
try {
  process.exitCode = await run(spelledOut(process.argv.slice(2)))
} catch (error) {
  const isTold = [BadEnvironment, UnknownMigrations, NotRun].some((told) => error instanceof told)
  process.stderr.write(`${isTold ? (error as Error).message : `nothing was done: ${String(error)}`}\n`)
  process.exitCode = 1
}
