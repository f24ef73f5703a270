import type { z } from 'zod'
import type { Calls } from '#contract/calls'

/** An act in an organisation, as its log shows it. */
export type LogEntry = z.output<Calls['listSubjectLog']['output']>['entries'][number]
