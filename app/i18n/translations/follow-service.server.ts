import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { withTimeLimit } from '#process/time-limit'
import { type Language, putTexts } from '~/i18n/texts'
import { env } from '~/runtime/env.server'
import { askService, type TranslationService } from './ask-service.server'
import { type CheckedTexts, checkTexts } from './check-texts'
import { readStoredTexts, storeTexts } from './stored-texts.server'

/** The retries after the first attempt, and the delay before the first of them, which doubles (spec section 9). */
const furtherTries = 5
const firstDelayMs = 350
/**
 * How often texts are refreshed. A text is corrected at most a few times a day, and pages show it within ten minutes,
 * at two small requests per copy.
 */
const refreshMs = 10 * 60 * 1000
/** The time limit of one answer. No page waits for it, so it may be long. */
const answerMs = 10_000

interface Parts {
  service: TranslationService
  languages: readonly Language[]
  /** The folder of the kept texts. Several copies may share it. */
  folder: string
  log: Logger
  /** Replaces the built-in texts of a language. */
  put: (language: Language, texts: ReadonlyMap<string, string>) => void
  /** Waits; rejects when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  now?: () => number
  answerMs?: number
}

/**
 * Follows a translation service: reads the stored texts, requests the texts of each language, checks them, puts them
 * into use and stores them. If that fails, the current texts stay in use, and a line is logged.
 */
export class ServiceFollower {
  readonly #parts: Required<Parts>
  readonly #stopped = new AbortController()
  /** The last valid answer, which is not checked again: most answers equal the one before. */
  readonly #answers = new Map<Language, { text: string; checked: CheckedTexts }>()
  readonly #used = new Map<Language, ReadonlyMap<string, string>>()
  /** When the service was asked for the texts in use. */
  readonly #askedAt = new Map<Language, number>()
  readonly #telling: Telling

  constructor(parts: Parts) {
    this.#parts = { wait: waitUnheld, now: Date.now, answerMs, ...parts }
    this.#telling = { log: parts.log, told: new Map() }
  }

  /** Puts the stored texts into use. It makes no request, so a start may wait for it. */
  async recall(): Promise<void> {
    await Promise.all(this.#parts.languages.map((language) => this.#recall(language)))
  }

  /** Asks for the texts of every language. */
  async load(): Promise<void> {
    await Promise.all(this.#parts.languages.map((language) => this.#load(language)))
  }

  /** Requests the texts that no copy has requested recently, and reads the others from the folder. */
  async refresh(): Promise<void> {
    const refreshOne = async (language: Language) => {
      await this.#recall(language)
      const ageMs = this.#parts.now() - (this.#askedAt.get(language) ?? Number.NEGATIVE_INFINITY)
      // The clock of another machine may be ahead.
      if (ageMs < 0 || ageMs >= refreshMs) await this.#load(language)
    }
    await Promise.all(this.#parts.languages.map(refreshOne))
  }

  /** Loads the texts, and then refreshes them until it is stopped. Never rejects. */
  async follow(): Promise<void> {
    try {
      await this.load()
      for (;;) {
        await this.#parts.wait(refreshMs, this.#stopped.signal)
        await this.refresh()
      }
    } catch (error) {
      if (!this.#stopped.signal.aborted)
        warnOnce(this.#telling, 'follow', { err: error }, 'texts are no longer refreshed')
    }
  }

  /** Ends all running requests, and makes no more. */
  stop(): void {
    this.#stopped.abort()
  }

  async #recall(language: Language): Promise<void> {
    const { folder, service } = this.#parts
    try {
      const stored = await readStoredTexts(folder, language, service.url)
      if (!stored || stored.askedAt <= (this.#askedAt.get(language) ?? Number.NEGATIVE_INFINITY)) return
      this.#use(language, checkTexts(stored.texts), stored.askedAt)
    } catch (error) {
      warnOnce(this.#telling, `recall ${language}`, { language, err: error }, 'texts that were kept cannot be used')
    }
  }

  async #load(language: Language): Promise<void> {
    const { folder, service, now } = this.#parts
    const askedAt = now()
    let checked: CheckedTexts
    try {
      checked = await this.#try(language)
    } catch (error) {
      if (this.#stopped.signal.aborted) return
      const line = { language, tries: 1 + furtherTries, err: error }
      warnOnce(
        this.#telling,
        `load ${language}`,
        line,
        'the translation service gave no texts, so the previous texts stay',
      )
      return
    }
    this.#telling.told.delete(`load ${language}`)
    this.#use(language, checked, askedAt)
    try {
      await storeTexts(folder, language, { service: service.url, askedAt, texts: checked.texts })
      this.#telling.told.delete(`store ${language}`)
    } catch (error) {
      warnOnce(
        this.#telling,
        `store ${language}`,
        { language, err: error },
        'texts could not be kept for the next start',
      )
    }
  }

  /** Asks until there is an answer, with the retries of the specification. */
  async #try(language: Language): Promise<CheckedTexts> {
    const { service, wait, answerMs } = this.#parts
    const { signal } = this.#stopped
    for (let failed = 0; ; failed += 1) {
      try {
        const text = await withTimeLimit({ ms: answerMs, until: signal }, (limited) =>
          askService(service, language, limited),
        )
        return this.#check(language, text)
      } catch (error) {
        if (failed === furtherTries || signal.aborted) throw error
        await wait(firstDelayMs * 2 ** failed, signal)
      }
    }
  }

  /** @throws Error when an answer cannot be used */
  #check(language: Language, text: string): CheckedTexts {
    const last = this.#answers.get(language)
    if (last?.text === text) return last.checked
    const checked = checkTexts(JSON.parse(text))
    this.#answers.set(language, { text, checked })
    return checked
  }

  #use(language: Language, { texts, refused, examples }: CheckedTexts, askedAt: number): void {
    this.#askedAt.set(language, askedAt)
    if (examples.length > 0)
      warnOnce(
        this.#telling,
        `refuse ${language}`,
        { language, used: texts.size, refused, examples },
        'texts of the translation service were refused, so the built-in ones replace them',
      )
    if (isSame(texts, this.#used.get(language) ?? new Map())) return
    this.#used.set(language, texts)
    this.#parts.put(language, texts)
    this.#parts.log.info({ language, used: texts.size }, 'texts of the translation service are in use')
  }
}

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one === other || (one.size === other.size && [...one].every(([key, text]) => other.get(key) === text))

/** The last logged line of each kind. */
interface Telling {
  log: Logger
  told: Map<string, string>
}

/** Logs a line, unless it is the last one of its kind: a service that is down for a day is reported once. */
const warnOnce = ({ log, told }: Telling, kind: string, line: Record<string, unknown>, message: string) => {
  const { err, ...facts } = line
  const text = JSON.stringify([facts, err instanceof Error ? err.message : err])
  if (told.get(kind) === text) return
  told.set(kind, text)
  log.warn(line, message)
}

const waitUnheld = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal, ref: false })

/**
 * Follows the translation service of this deployment, if configured. No page and no start waits for the service, only
 * for the stored texts.
 * @returns stops it
 */
export const followTranslations = async (log: Logger): Promise<() => void> => {
  const { translations, dataDir, languages } = env()
  if (!translations) return () => undefined
  const follower = new ServiceFollower({ service: translations, languages, folder: dataDir, log, put: putTexts })
  await follower.recall()
  void follower.follow()
  return () => follower.stop()
}
