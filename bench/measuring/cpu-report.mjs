// Loaded into a measured server with `node --import`. Reports on a socket how much CPU time (µs, all threads) and
// memory (bytes) its process has used, as /proc counts in steps of 10 ms.
import { createServer } from 'node:net'
import { join } from 'node:path'

const server = createServer((socket) => {
  const { user, system } = process.cpuUsage()
  socket.end(JSON.stringify({ cpuMicroseconds: user + system, memoryBytes: process.memoryUsage.rss() }))
  socket.on('error', () => undefined)
})
server.listen(join(process.env.CPU_REPORT_FOLDER, `${process.pid}.sock`))
server.unref()
