import type { Reporter, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter'
import { type FileCost, noteFile, noteResult } from './results-file'

/** Notes each test when it finishes. A test that passes only when it is retried has failed, as has a skipped one. */
export default class ResultsReporter implements Reporter {
  readonly #files = new Map<string, FileCost>()

  onStepEnd(test: TestCase, _result: TestResult, { category }: TestStep): void {
    if (category !== 'pw:api') return
    const { counts } = this.#costOf(test)
    counts.steps = (counts.steps ?? 0) + 1
  }

  onTestEnd(test: TestCase, { status, retry, duration }: TestResult): void {
    this.#costOf(test).seconds += duration / 1000
    const isRetried = test.outcome() === 'unexpected' && status !== 'skipped' && retry < test.retries
    if (!isRetried) noteResult(test.titlePath().filter(Boolean).join(' > '), test.outcome() === 'expected')
  }

  onError({ message }: TestError): void {
    noteResult(`outside any test: ${message}`, false)
  }

  onEnd(): void {
    for (const cost of this.#files.values()) noteFile(cost)
  }

  printsToStdio(): boolean {
    return false
  }

  /** The cost so far of the file of a test, in its project. */
  #costOf({ location: { file }, parent }: TestCase): FileCost {
    const key = `${parent.project()?.name} ${file}`
    const cost = this.#files.get(key) ?? { file, seconds: 0, counts: {} }
    this.#files.set(key, cost)
    return cost
  }
}
