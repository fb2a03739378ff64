import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { reportLines } from './walk-report'
import type { WalkFigures } from './walk-report'

/** The annotation in which a walk leaves its figures. */
export const WALK_ANNOTATION = 'walk'

/** Prints what the walks of this run did, together. */
export default class WalkReporter implements Reporter {
  readonly #walks = new Map<string, WalkFigures & { isPassed: boolean }>()

  onTestEnd({ id }: TestCase, { annotations, status }: TestResult): void {
    const figures = annotations.find(({ type }) => type === WALK_ANNOTATION)?.description
    if (figures !== undefined)
      this.#walks.set(id, { ...(JSON.parse(figures) as WalkFigures), isPassed: status === 'passed' })
  }

  onEnd(): void {
    if (this.#walks.size === 0) return
    process.stdout.write(
      `\nThe walk\n${reportLines([...this.#walks.values()])
        .map((line) => `  ${line}\n`)
        .join('')}`,
    )
  }

  printsToStdio(): boolean {
    return false
  }
}
