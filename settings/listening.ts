import { BadEnvironment } from './settings'

/** Where a server listens: the names of the two variables, and their values. */
export interface Place {
  host: readonly [name: string, value: string]
  port: readonly [name: string, value: number]
}

const isNoHost = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EADDRNOTAVAIL', 'EINVAL'])

/** Why a server cannot listen, as one line that names the variable to change; any other error is returned unchanged. */
export const whyNotListening = (error: unknown, { host, port }: Place): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new BadEnvironment(`Port ${port[1]} is taken already: set ${port[0]} to another.`)
  if (code === 'EACCES')
    return new BadEnvironment(`${port[0]} has to be a port that this user may listen on, and ${port[1]} is not.`)
  if (code !== undefined && isNoHost.has(code))
    return new BadEnvironment(`${host[0]} has to be an address of this machine, and ${host[1]} is not (${code}).`)
  return error
}
