// Fair queues on one machine. The embedded engine forgets the group of a message of a standard queue and serves in the order of
// arrival; SQS serves groups that have little in hand before those that have much. The engine has no option for it, so its
// queues get another line to wait in: one for each group, served in turn.
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

/** How the group travels through the engine, which keeps attributes of a message with it. */
const GROUP = 'leadloom.group'

export type Waiting = {
  messageGroupId?: string | undefined
  messageAttributes: Record<string, { StringValue?: string | undefined } | undefined>
}

/** Stands in for the array of a queue's messages: groups are served in turn, one message each time. */
class FairLine<Message extends Waiting> {
  readonly #groups = new Map<string, Message[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  push(...messages: Message[]): number {
    for (const message of messages) {
      const { [GROUP]: mark, ...attributes } = message.messageAttributes
      if (mark) Object.assign(message, { messageGroupId: mark.StringValue, messageAttributes: attributes })
      const group = message.messageGroupId ?? ''
      const line = this.#groups.get(group)
      if (line) line.push(message)
      else this.#groups.set(group, [message])
      this.#length++
    }
    return this.#length
  }

  shift(): Message | undefined {
    const [first] = this.#groups
    if (!first) return undefined
    const [group, line] = first
    const message = line.shift()
    this.#length--
    // Its turn comes again after that of all others.
    this.#groups.delete(group)
    if (line.length > 0) this.#groups.set(group, line)
    return message
  }

  *[Symbol.iterator](): IterableIterator<Message> {
    for (const line of this.#groups.values()) yield* line
  }
}

const Grouped = z.looseObject({
  MessageGroupId: z.string().optional(),
  MessageAttributes: z.record(z.string(), z.unknown()).optional(),
})
const GroupedBatch = z.looseObject({ Entries: z.array(Grouped) })

function marked({ MessageGroupId, MessageAttributes, ...rest }: z.output<typeof Grouped>) {
  const mark = MessageGroupId && { [GROUP]: { DataType: 'String', StringValue: MessageGroupId } }
  const attributes = { ...MessageAttributes, ...mark }
  return { ...rest, ...(Object.keys(attributes).length > 0 && { MessageAttributes: attributes }) }
}

/** Keeps the group of what is sent; the engine itself drops it. */
export function keepGroups(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const target = String(request.headers['x-amz-target'])
    if (target === 'AmazonSQS.SendMessage') request.body = marked(Grouped.parse(request.body))
    if (target === 'AmazonSQS.SendMessageBatch') {
      const batch = GroupedBatch.parse(request.body)
      request.body = { ...batch, Entries: batch.Entries.map(marked) }
    }
  })
}

/** On the engine itself: this module may be loaded more than once in a process, the engine is not. */
const installed = Symbol.for('leadloom.fairLines')
type Store = { createQueue: (this: unknown, ...args: unknown[]) => { messages: unknown }; [installed]?: boolean }

/** A file of the engine's own, whose version is pinned. It is loaded as the engine loads it, past test runners, so that it is the same one. */
function loadStore(): { SqsStore?: { prototype: Store } } {
  const home = findPackageJSON('fauxqs', import.meta.url)
  if (!home) throw new Error('The engine of the queues is not installed.')
  // @NOTE what another version lacks is said by the function that asks.
  return createRequire(import.meta.url)(join(dirname(home), 'dist/sqs/sqsStore.js')) as ReturnType<typeof loadStore>
}

/** From now on queues of the engine wait in fair lines. Once in a process, before the engine is started. */
export function installFairLines(): void {
  const { SqsStore } = loadStore()
  if (SqsStore?.prototype[installed]) return
  const create = SqsStore?.prototype.createQueue
  if (!create)
    throw new Error('This version of the engine has queues of another kind: look at infra/local/fair-lines.ts.')
  SqsStore.prototype.createQueue = function (...args) {
    const queue = create.apply(this, args)
    if (!Array.isArray(queue.messages)) throw new Error('The engine keeps its messages in another way than it did.')
    queue.messages = new FairLine()
    return queue
  }
  SqsStore.prototype[installed] = true
}
