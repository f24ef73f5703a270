import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { noteResult } from './results-file'

/** Notes each test when it finishes. A test that passes only when it is retried has failed, as has a skipped one. */
export default class ResultsReporter implements Reporter {
  onTestEnd(test: TestCase, { status, retry }: TestResult): void {
    const isRetried = test.outcome() === 'unexpected' && status !== 'skipped' && retry < test.retries
    if (!isRetried) noteResult(test.titlePath().filter(Boolean).join(' > '), test.outcome() === 'expected')
  }

  onError({ message }: TestError): void {
    noteResult(`outside any test: ${message}`, false)
  }

  printsToStdio(): boolean {
    return false
  }
}
