// A server that answers every question with the same bytes, for answers that no honest one gives, and keeps the connection open.
import { createServer, type Socket } from 'node:net'

export async function startAnswering(bytes: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => socket.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return {
    url: `http://localhost:${at && typeof at === 'object' ? at.port : 0}`,
    stop() {
      for (const socket of open) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
