// The table's client as the simulator has it: over the quick line, each request in its turn, and reads that cannot have another answer
// kept. What is woven around it decides when a request runs and what becomes of it.
import * as dynamo from '@aws-sdk/client-dynamodb'
import type { Table, TableKey } from '#functions/data/lib/table.ts'
import { openQuickLine } from '#tests/support/quick-line.ts'
import { type Command, keepReads } from './kept-reads.ts'

const operations: Record<string, string> = {
  GetCommand: 'GetItem',
  QueryCommand: 'Query',
  PutCommand: 'PutItem',
  UpdateCommand: 'UpdateItem',
  DeleteCommand: 'DeleteItem',
  BatchGetCommand: 'BatchGetItem',
  BatchWriteCommand: 'BatchWriteItem',
  TransactGetCommand: 'TransactGetItems',
  TransactWriteCommand: 'TransactWriteItems',
}
/** What is sent as the engine itself has it, by who reads and removes whole companies. */
const plainly: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [dynamo.QueryCommand, 'Query'],
  [dynamo.BatchGetItemCommand, 'BatchGetItem'],
  [dynamo.DeleteItemCommand, 'DeleteItem'],
  [dynamo.UpdateItemCommand, 'UpdateItem'],
])
/**
 * Puts the quick way under a table's client. Every request passes `around`, which decides when it runs and what becomes of it.
 * `strange` hears of an answer that was kept and has become another one, which cannot be.
 */
export function quicken(
  table: Table,
  endpoint: string,
  around: <T>(command: Command, run: () => Promise<T>) => Promise<T>,
  strange: (text: string) => void,
) {
  const line = openQuickLine(endpoint, 1)
  async function ask({ constructor: { name }, input }: Command): Promise<object> {
    const operation = operations[name]
    if (!operation) throw new Error(`The quick table does not know ${name}.`)
    return line.ask(operation, input)
  }
  const { send, read, forget } = keepReads(ask, strange)
  async function sendPlainly(operation: string, { input }: Command): Promise<object> {
    const answer = await line.askPlain(operation, input)
    if (!operation.endsWith('Query') && !operation.startsWith('BatchGet')) forget()
    return answer
  }
  const sendEither = (command: Command) => {
    const operation = plainly.get(command.constructor)
    return operation ? sendPlainly(operation, command) : send(command)
  }
  Object.assign(table.client, { send: (command: Command) => around(command, () => sendEither(command)) })
  return { ask, read: (keys: readonly TableKey[]) => read(table.name, keys), forget, end: line.end }
}
export type QuickTable = ReturnType<typeof quicken>
