// The table's client without what costs most of its time on one machine: signatures, retries, and a walk through thirty layers. It
// speaks the engine's own protocol over connections that stay open and answers as the document client does, five times as cheaply;
// the engine behind it is the real one. The same for the queues, to which most calls that change something send, and every job.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as dynamo from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Table } from '#functions/data/lib/table.ts'

type Send = ReturnType<DynamoDBDocumentClient['middlewareStack']['resolve']>

type Wire = Record<string, unknown>

/** What the line knows to ask for. */
const operations: readonly string[] = [
  ...['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchGetItem', 'BatchWriteItem', 'TransactGetItems'],
  ...['TransactWriteItems', 'Scan'],
]
/** Fields that hold an item, or part of one. */
const itemFields = new Set([
  ...['Key', 'Item', 'ExclusiveStartKey', 'LastEvaluatedKey', 'Attributes', 'ExpressionAttributeValues'],
])
const listFields = new Set(['Items', 'Keys'])

const isPlain = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set)

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const fromBase64 = (text: unknown) => new Uint8Array(Buffer.from(String(text), 'base64'))

function toWire(value: unknown): Wire {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (Array.isArray(value)) return { L: value.map(toWire) }
  if (value instanceof Set) {
    const all = [...value]
    if (all[0] instanceof Uint8Array) return { BS: all.map(toBase64) }
    return typeof all[0] === 'number' ? { NS: all.map(String) } : { SS: all }
  }
  if (value instanceof Uint8Array) return { B: toBase64(value) }
  if (isPlain(value)) return { M: itemToWire(value) }
  throw new Error(`The quick line does not know how to write ${typeof value}.`)
}
function itemToWire(item: Wire): Wire {
  const wire: Wire = {}
  for (const name in item) if (item[name] !== undefined) wire[name] = toWire(item[name])
  return wire
}

function fromWire(wire: unknown): unknown {
  if (!isPlain(wire)) return wire
  for (const type in wire) {
    const value = wire[type]
    if (type === 'S') return value
    if (type === 'N') return Number(value)
    if (type === 'NULL') return null
    if (type === 'L' && Array.isArray(value)) return value.map(fromWire)
    if (type === 'M' && isPlain(value)) return itemFromWire(value)
    if (type === 'SS' && Array.isArray(value)) return new Set(value)
    if (type === 'NS' && Array.isArray(value)) return new Set(value.map(Number))
    if (type === 'BS' && Array.isArray(value)) return new Set(value.map(fromBase64))
    if (type === 'B') return fromBase64(value)
    return value
  }
  return undefined
}
function itemFromWire(wire: Wire): Item {
  const item: Item = {}
  for (const name in wire) item[name] = fromWire(wire[name])
  return item
}

/** Walks a request or an answer and turns the items in it. */
function walk(value: unknown, turn: (item: Wire) => Wire, field = ''): unknown {
  if (Array.isArray(value))
    return value.map((each) => (listFields.has(field) && isPlain(each) ? turn(each) : walk(each, turn)))
  if (!isPlain(value)) return value
  if (itemFields.has(field)) return turn(value)
  const walked: Wire = {}
  for (const name in value) {
    const each = value[name]
    // The tables of a batch, each with its rows.
    if (field === 'Responses' && Array.isArray(each)) walked[name] = each.map((one) => (isPlain(one) ? turn(one) : one))
    else if (each !== undefined) walked[name] = walk(each, turn, name)
  }
  return walked
}

type Failure = { __type?: string; message?: string; Message?: string; CancellationReasons?: { Code?: string }[] }

/** The exception that the SDK would have made of it. */
function toError({ __type = '', message, Message, CancellationReasons }: Failure, status: number): Error {
  const name = __type.slice(__type.indexOf('#') + 1)
  const facts = { $metadata: { httpStatusCode: status }, message: message ?? Message ?? name }
  if (name === 'TransactionCanceledException')
    return new dynamo.TransactionCanceledException({ ...facts, ...(CancellationReasons && { CancellationReasons }) })
  if (name === 'ConditionalCheckFailedException') return new dynamo.ConditionalCheckFailedException(facts)
  return new dynamo.DynamoDBServiceException({ ...facts, name, $fault: status < 500 ? 'client' : 'server' })
}

type Waiting = { resolve: (answer: { status: number; body: string }) => void; reject: (error: Error) => void }

/** What a service calls its operations, and what a signature says whom it is for. */
type Service = { target: string; name: string }
const tables: Service = { target: 'DynamoDB_20120810', name: 'dynamodb' }
const queues: Service = { target: 'AmazonSQS', name: 'sqs' }

/** The engine ended the connection, as it does with one that nobody used for a minute, before it answered. */
class EndedLine extends Error {}

/** One connection, requests in their order. */
function openLine(endpoint: string, { target, name }: Service) {
  const { hostname, port } = new URL(endpoint)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  const waiting: Waiting[] = []
  let come = Buffer.alloc(0)
  socket.on('data', (part) => {
    come = come.length > 0 ? Buffer.concat([come, part]) : part
    for (;;) {
      const end = come.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = come.toString('latin1', 0, end)
      const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
      if (come.length < end + 4 + length) return
      const body = come.toString('utf8', end + 4, end + 4 + length)
      come = come.subarray(end + 4 + length)
      waiting.shift()?.resolve({ status: Number(head.slice(9, 12)), body })
    }
  })
  let isOpen = true
  const broken = () => {
    isOpen = false
    for (const { reject } of waiting.splice(0)) reject(new EndedLine(`The engine of ${name} is gone.`))
  }
  socket.on('error', broken)
  socket.on('end', broken)
  socket.on('close', broken)
  return {
    ask: (operation: string, body: string) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        waiting.push({ resolve, reject })
        socket.write(
          `POST / HTTP/1.1\r\nhost: ${name}\r\ncontent-type: application/x-amz-json-1.0\r\nx-amz-target: ${target}.${operation}\r\nauthorization: AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/${name}/aws4_request, SignedHeaders=host, Signature=0\r\nx-amz-date: 20260101T000000Z\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }),
    waiting: () => waiting.length,
    isOpen: () => isOpen,
    end: () => void socket.destroy(),
  }
}

/** As often as the table's client asks when a connection breaks, or the engine has a fault of its own. */
const MOST_TRIES = 5

/** More connections than that are asked at once by no test that waits for them. */
const MOST_CONNECTIONS = 64

/**
 * A request never waits behind another one on its connection: the engine would keep the second answer back until the first is
 * acknowledged, which takes 40 ms.
 */
function openLines(endpoint: string, service: Service, connections = MOST_CONNECTIONS) {
  let lines: ReturnType<typeof openLine>[] = []
  let isOver = false
  function freeLine() {
    lines = lines.filter((line) => line.isOpen())
    const free = lines.find((line) => line.waiting() === 0)
    if (free) return free
    if (lines.length >= connections)
      return lines.reduce((least, each) => (each.waiting() < least.waiting() ? each : least))
    const line = openLine(endpoint, service)
    lines.push(line)
    return line
  }
  async function ask(operation: string, body: string): Promise<{ status: number; body: string }> {
    for (let tries = 1; ; tries++) {
      const isLast = isOver || tries === MOST_TRIES
      try {
        const answer = await freeLine().ask(operation, body)
        if (answer.status < 500 || isLast) return answer
      } catch (error) {
        if (!(error instanceof EndedLine) || isLast) throw error
      }
      await sleep(25 * tries)
    }
  }
  return {
    ask,
    end() {
      isOver = true
      for (const line of lines) line.end()
    },
  }
}

/** Asks the engine of the table for an operation; what goes in and comes out holds plain values. */
export function openQuickLine(endpoint: string, connections?: number) {
  const lines = openLines(endpoint, tables, connections)
  return {
    async ask(operation: string, input: object): Promise<object> {
      const { status, body } = await lines.ask(operation, JSON.stringify(walk(input, itemToWire)))
      const answer: unknown = JSON.parse(body)
      if (status !== 200) throw toError(isPlain(answer) ? answer : {}, status)
      const turned = walk(answer, itemFromWire)
      return isPlain(turned) ? turned : {}
    },
    /** The same for a plain command, whose values say their types themselves. */
    async askPlain(operation: string, input: object): Promise<object> {
      const { status, body } = await lines.ask(operation, JSON.stringify(input))
      const answer: unknown = JSON.parse(body)
      if (status !== 200) throw toError(isPlain(answer) ? answer : {}, status)
      return isPlain(answer) ? answer : {}
    },
    end: lines.end,
  }
}

/** A command of the document client keeps the one that is sent, which says what is asked for. */
const sentBy = (command: unknown): object | undefined => {
  const { clientCommand } = Object(command)
  return typeof clientCommand === 'object' && clientCommand !== null ? clientCommand : undefined
}

/**
 * Puts the quick way under a table's client, below anything that tests hang into it. Answers what takes it away again. The SDK puts
 * thirty layers in order for each command anew, which costs as much as the request: here once for each kind of command, until
 * somebody hangs another layer in.
 */
export function quickenClient({ client }: Table, endpoint: string): () => void {
  const line = openQuickLine(endpoint)
  const { middlewareStack } = client
  const resolved = new Map<string, Send>()
  for (const change of ['add', 'addRelativeTo', 'use', 'remove', 'removeByTag'] as const) {
    const make: unknown = middlewareStack[change]
    Reflect.set(middlewareStack, change, (...args: unknown[]) => {
      resolved.clear()
      return typeof make === 'function' ? make(...args) : undefined
    })
  }
  function resolve(commandName: string): Send {
    const operation = commandName.replace(/Command$/, '')
    const stack = middlewareStack.clone()
    // The one layer that each command brings along, and that others stand beside; nothing below the line is ever come to.
    stack.add((next) => next, { step: 'serialize', name: 'endpointV2Middleware' })
    stack.add(
      () =>
        async (
          { input }, // @NOTE the input and the answer of an operation are what its command says, as the document client has them.
        ) => ({ output: (await line.ask(operation, input)) as never, response: undefined }),
      { step: 'initialize', priority: 'low', name: 'quick-line', override: true },
    )
    const unreached = () => Promise.reject(new Error('Nothing is below the quick line.'))
    return stack.resolve(unreached, { clientName: 'DynamoDBClient', commandName })
  }
  const sendSlowly: unknown = client.send.bind(client)
  Reflect.set(client, 'send', async (command: object, ...more: unknown[]): Promise<unknown> => {
    const name = sentBy(command)?.constructor.name ?? ''
    const { input } = Object(command)
    if (!operations.includes(name.replace(/Command$/, '')) || !isPlain(input)) return slowly(command, ...more)
    const send = resolved.get(name) ?? resolve(name)
    resolved.set(name, send)
    // @NOTE as above: the command says what its input is.
    const { output } = await send({ input: input as never })
    return output
  })
  const slowly = (...args: unknown[]): unknown => (typeof sendSlowly === 'function' ? sendSlowly(...args) : undefined)
  return line.end
}

/** By the address of its engine. */
const quickQueues = new Map<string, ReturnType<typeof openLines>>()
const queueOperations: readonly string[] = [
  ...['SendMessage', 'SendMessageBatch', 'ReceiveMessage', 'DeleteMessage', 'DeleteMessageBatch'],
]

/** The same request without the SDK; undefined for what only the SDK knows to ask, and for what the engine refuses, which it words. */
async function askQueue(command: unknown): Promise<object | undefined> {
  const { input, constructor: kind } = Object(command)
  const operation = String(kind?.name).replace(/Command$/, '')
  // Who waits for a message keeps the connection for so long.
  if (!isPlain(input) || !queueOperations.includes(operation) || input.WaitTimeSeconds) return undefined
  const lines = typeof input.QueueUrl === 'string' ? quickQueues.get(new URL(input.QueueUrl).origin) : undefined
  if (!lines) return undefined
  const { status, body } = await lines.ask(operation, JSON.stringify(input))
  const answer: unknown = JSON.parse(body)
  return status === 200 && isPlain(answer) ? answer : undefined
}

const sendToQueue: unknown = SQSClient.prototype.send
Reflect.set(SQSClient.prototype, 'send', async function (this: SQSClient, ...args: unknown[]): Promise<unknown> {
  const answer = quickQueues.size > 0 ? await askQueue(args[0]) : undefined
  return answer ?? (typeof sendToQueue === 'function' ? sendToQueue.apply(this, args) : undefined)
})

/** From now on every client reaches the queues of this engine the quick way. Answers what takes it away again. */
export function quickenQueues(endpoint: string): () => void {
  const lines = openLines(endpoint, queues)
  const { origin } = new URL(endpoint)
  quickQueues.set(origin, lines)
  return () => {
    quickQueues.delete(origin)
    lines.end()
  }
}
