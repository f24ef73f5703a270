import { BadEnvironment } from '#settings/settings'
import { checkUpstream, usage } from './command'

/** The command of the owner of an account API: `npm run check-upstream -- URL`. */
const run = async ([url, option, file, ...more]: string[]): Promise<number> => {
  const isWrong = url === undefined || !URL.canParse(url) || more.length > 0
  if (isWrong || (option !== undefined && (option !== '--write' || file === undefined))) {
    process.stderr.write(usage)
    return 2
  }
  process.env.ACCOUNT_API_URL = url
  const { CHECK_ACCOUNT: account, CHECK_PASSWORD: password } = process.env
  const { text, code } = await checkUpstream(account && password ? { account, password } : undefined, file)
  process.stdout.write(`${text}\n`)
  return code
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof BadEnvironment) && (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
