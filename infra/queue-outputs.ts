// How the addresses of queues leave their stack: a stack has at most 200 outputs, and each queue that another stack uses is some
// of them already, so several share one.

/** A value has room for 4096 letters, and an address with its name takes up to 130. */
const QUEUES_OF_OUTPUT = 12
const HEAD = 'QueueUrls'

type Named = { name: string; url: string; dead: string }

/** Outputs by their ids. */
export function toQueueOutputs(queues: readonly Named[]): [string, string][] {
  const parts = Array.from({ length: Math.ceil(queues.length / QUEUES_OF_OUTPUT) }, (_, part) =>
    queues.slice(part * QUEUES_OF_OUTPUT, (part + 1) * QUEUES_OF_OUTPUT),
  )
  return parts.map((part, index) => [
    `${HEAD}${index + 1}`,
    part.map(({ name, url, dead }) => `${name}=${url},${dead}`).join(' '),
  ])
}

/** The addresses of each queue, from the outputs of their stack. */
export function readQueueOutputs(
  outputs: Readonly<Record<string, string>>,
): Map<string, { url: string; dead: string }> {
  const texts = Object.entries(outputs).flatMap(([id, value]) => (id.startsWith(HEAD) ? value.split(' ') : []))
  return new Map(
    texts.map((text) => {
      const [name = '', urls = ''] = text.split('=', 2)
      const [url = '', dead = ''] = urls.split(',')
      return [name, { url, dead }]
    }),
  )
}
