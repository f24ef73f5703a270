import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { noteResult } from './results-file'

/** Notes each test when it finishes. A skipped test has not passed, and a file fails when it fails outside its tests. */
export default class ResultsReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    noteResult(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().state === 'passed')
  }

  onTestModuleEnd(module: TestModule): void {
    const isToldByTest = [...module.children.allTests()].some((test) => test.result().state === 'failed')
    if (module.state() === 'failed' && !isToldByTest) noteResult(module.relativeModuleId, false)
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandledErrors: readonly { message?: string }[]): void {
    for (const { message } of unhandledErrors) noteResult(`outside any test: ${message}`, false)
  }
}
