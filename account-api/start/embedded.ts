import { readEnvironment } from './env'
import { logOf, startProblem } from './program'
import { type RunningAccountApi, startAccountApi } from './running'

/**
 * Starts the account API in the process of the web app, which stops it last.
 * @throws Error with one line for the operator
 */
export const startEmbedded = async (
  source: NodeJS.ProcessEnv,
): Promise<Pick<RunningAccountApi, 'send' | 'protocol' | 'stop'>> => {
  try {
    const env = readEnvironment(source)
    return await startAccountApi(env, logOf(env))
  } catch (error) {
    throw new Error(startProblem(error), { cause: error })
  }
}
