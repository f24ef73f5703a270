import { read } from '#tests/docs/documents'

interface Locked {
  version?: string
  dev?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The packages of the lock file, by their paths. */
export const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }

/** The path of the package that Node finds for a name, seen from the package at another path. */
export const foundFrom = (from: string, name: string): string | undefined => {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[path]) return path
  return from === '' ? undefined : foundFrom(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** The name of the package at a path. */
export const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''
