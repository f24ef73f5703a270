import { readdirSync, readFileSync } from 'node:fs'

/** Jiffies per second: Linux reports this number on every machine (proc(5)). */
const perSecond = 100
const sampleMs = 1000

/**
 * @typedef {{ pid: number, parent: number, own: number, ended: number }} Times CPU jiffies: its own, and of ended
 * children
 */

/** The times of one process; undefined after its end, or without /proc. @returns {Times | undefined} */
const timesOf = (/** @type {string | number} */ pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before them may contain anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { pid: Number(text.slice(0, text.indexOf(' '))), parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return undefined
  }
}

/** CPU seconds of this process and of its ended children. undefined: the system does not report it. */
export const cpuSeconds = () => {
  const times = timesOf('self')
  return times && (times.own + times.ended) / perSecond
}

/** A process and all its current descendants. @returns {Times[]} */
const treeOf = (/** @type {number} */ root) => {
  const all = readdirSync('/proc').flatMap((name) => (/^\d/.test(name) ? (timesOf(name) ?? []) : []))
  const ours = new Set([root])
  // A parent may have a larger number than its child.
  for (let size = 0; size < ours.size; ) {
    size = ours.size
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid)
  }
  return all.filter(({ pid }) => ours.has(pid))
}

/** CPU seconds so far of a process and its current descendants, with their ended children. */
export const cpuSecondsOfTree = (/** @type {number} */ root) =>
  treeOf(root).reduce((sum, { own, ended }) => sum + own + ended, 0) / perSecond

/** The times of ended children that belong to no running meter. @type {number | undefined} */
let counted

/**
 * Measures a child process with all that it starts. A browser leaves processes behind that nobody waits for, so their
 * times reach no parent: the tree is sampled too, and the larger sum counts.
 * @param {number} root its process id
 * @returns {() => number | undefined} ends the measurement, to be called when it exits: CPU seconds
 */
export const startMeter = (root) => {
  const endedBefore = timesOf('self')?.ended
  if (endedBefore === undefined) return () => undefined
  // Programs that were installed before the first meter do not count.
  counted ??= endedBefore
  /** @type {Map<number, number>} */
  const seen = new Map()
  const sampling = setInterval(() => {
    for (const { pid, own } of treeOf(root)) seen.set(pid, own)
  }, sampleMs)
  return () => {
    clearInterval(sampling)
    // Children are waited for one by one, so the difference since the last one belongs to this one.
    const ended = timesOf('self')?.ended ?? 0
    const reaped = ended - (counted ?? 0)
    counted = ended
    const sampled = [...seen.values()].reduce((sum, own) => sum + own, 0)
    return Math.max(reaped, sampled) / perSecond
  }
}
