import { performance } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Waiting } from '#account-api/upkeep/upkeep-store'
import type { UpkeepMetrics } from '#account-api/upkeep/watching'

/**
 * Metrics for Prometheus. Label values come from fixed lists, and none comes from a person, so their number is bounded.
 */
export interface Metrics extends UpkeepMetrics {
  /** Records that a call was answered. `outcome`: `ok`, the name of an error, or a status. */
  answered(call: string, outcome: string, ms: number): void
  /** Records a session that has begun (`ok`), or a refused attempt to sign in, with its reason. */
  signedIn(labels: { way: string; outcome: 'ok' | 'refused'; reason: string }): void
  /** Records a request for a code. */
  codeAsked(labels: { channel: string; outcome: string }): void
  /** Records the answer to a captcha or a second verification. */
  steppedUp(labels: { kind: 'captcha' | 'second'; outcome: string }): void
  /** Records the answer to a token request. */
  tokensAsked(labels: { grant: string; outcome: string }): void
  /** Answers GET /metrics. */
  route(request: FastifyRequest, reply: FastifyReply): Promise<string>
}

/** The queue of password hashes. */
interface Hashes {
  length(): number
  /** Counts by reason. */
  refused(): Record<string, number>
}

export const createMetrics = (hashes: Hashes): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Counter({
    name: 'butterfly_calls_total',
    help: 'Calls that were answered',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'butterfly_call_duration_seconds',
    help: 'How long calls took',
    labelNames: ['call'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `butterfly_${name}`, help, labelNames, registers })
  const signIns = counter(
    'sign_ins_total',
    'Sessions that began, and attempts that were refused',
    'way',
    'outcome',
    'reason',
  )
  const codes = counter('codes_total', 'Codes that were asked for', 'channel', 'outcome')
  const stepUps = counter('step_ups_total', 'Answers to captchas and second verifications', 'kind', 'outcome')
  const tokens = counter('tokens_total', 'Answers to token requests', 'grant', 'outcome')
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `butterfly_${name}`, help, labelNames, registers })
  const waitingRows = gauge('waiting_rows', 'Rows that are due but not done, at most 1000', 'queue')
  const waitingOldest = gauge('waiting_oldest_seconds', 'For how long the first of them has been due', 'queue')
  const deadDeliveries = gauge('webhook_dead_letters', 'Deliveries to webhooks that were given up, at most 1000')
  const webhooksOff = gauge('webhooks_off', 'Webhooks that were switched off because they failed, at most 1000')
  const sweepLag = gauge('sweep_lag_seconds', 'How long ago the oldest row of a table expired', 'table')
  const sweepRows = new Counter({
    name: 'butterfly_sweep_rows_total',
    help: 'Expired rows deleted by this process',
    labelNames: ['table'],
    registers,
  })
  const sweepFailures = new Counter({
    name: 'butterfly_sweep_failures_total',
    help: 'Sweeps of a table that failed in this process',
    labelNames: ['table'],
    registers,
  })
  measureHashes(registry, hashes)
  measureProcess(registry)

  const noteWaiting = (queue: string, { count, oldestMs }: Waiting) => {
    waitingRows.set({ queue }, count)
    waitingOldest.set({ queue }, oldestMs / 1000)
  }
  return {
    answered: (call, outcome, ms) => {
      calls.inc({ call, outcome })
      durations.observe({ call }, ms / 1000)
    },
    signedIn: (labels) => signIns.inc(labels),
    codeAsked: (labels) => codes.inc(labels),
    steppedUp: (labels) => stepUps.inc(labels),
    tokensAsked: (labels) => tokens.inc(labels),
    swept: ({ deleted, failed }) => {
      for (const [table, rows] of deleted) sweepRows.inc({ table }, rows)
      for (const { table } of failed) sweepFailures.inc({ table })
    },
    overdue: ({ erasures, organisations, pendingChanges, messages, expiredMs, ...found }) => {
      noteWaiting('erasures', erasures)
      noteWaiting('organisations', organisations)
      noteWaiting('pending_changes', pendingChanges)
      noteWaiting('messages_sms', messages.sms)
      noteWaiting('messages_email', messages.email)
      noteWaiting('messages_workplace', messages.workplace)
      noteWaiting('webhooks', found.webhooks)
      noteWaiting('webhook_events', found.webhookEvents)
      deadDeliveries.set(found.deadDeliveries)
      webhooksOff.set(found.webhooksOff)
      for (const [table, ms] of expiredMs) sweepLag.set({ table }, ms / 1000)
    },
    route: (_request, reply) => {
      reply.type(registry.contentType)
      return registry.metrics()
    },
  }
}

const measureHashes = (registry: Registry, hashes: Hashes): void => {
  const registers = [registry]
  new Gauge({
    name: 'butterfly_hash_queue_length',
    help: 'Password hashes in the queue',
    registers,
    collect() {
      this.set(hashes.length())
    },
  })
  new Counter({
    name: 'butterfly_hashes_refused_total',
    help: 'Password hashes never started: the queue was full, the wait too long, or the client gone',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(hashes.refused())) this.inc({ reason }, count)
    },
  })
}

/**
 * The few metrics of the process that need no timer, read on request. The default metrics of prom-client wake the
 * process 100 times a second.
 */
const measureProcess = (registry: Registry): void => {
  const registers = [registry]
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the process',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Used heap of the process',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed)
    },
  })
  let before = performance.eventLoopUtilization()
  new Gauge({
    name: 'nodejs_eventloop_utilization',
    help: 'Share of the time since the last scrape during which the event loop was busy',
    registers,
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, before).utilization)
      before = now
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process, in seconds since the epoch',
    registers,
  }).set(Math.round(Date.now() / 1000 - process.uptime()))
}
