import { type Logger, levels, pino } from 'pino'

/** How long a line may wait for others. */
const patienceMs = 100
/** The bytes of lines that are written together. */
const togetherBytes = 8 * 1024

interface ProcessLog {
  level: string
  /** Identifies the program in each line. */
  service: string
  /** The file to write to; 2: the standard error. Default: the output of the process. */
  file?: string | 2
}

/**
 * The log of a process, in JSON lines. Lines below `warn` are written together, after 100 ms at the latest, because
 * writing each separately takes a thirtieth of the CPU of a page. From `warn` on a line is written at once, with all
 * earlier ones. A killed process loses what it had not written.
 */
export const createLog = ({ level, service, file }: ProcessLog): Logger => {
  const lines = pino.destination({
    dest: file ?? 1,
    sync: true,
    minLength: togetherBytes,
    periodicFlush: patienceMs,
  })
  process.once('exit', () => lines.flushSync())
  return pino(
    {
      level,
      base: { service },
      hooks: {
        logMethod(words, write, weight) {
          write.apply(this, words)
          if (weight >= (levels.values.warn ?? 0)) lines.flushSync()
        },
      },
    },
    lines,
  )
}
