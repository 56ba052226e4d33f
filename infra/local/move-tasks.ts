// The engine of queues does not know how the service itself sends dead letters back. Here it does, as far as the operator's tool asks:
// a task that is begun, done and told of.
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

const Start = z.object({ SourceArn: z.string(), DestinationArn: z.string() })
const List = z.object({ SourceArn: z.string() })
type Task = z.output<typeof Start> & { moved: number; startedAt: number; status: 'RUNNING' | 'COMPLETED' | 'FAILED' }

const urlOf = (endpoint: string, arn: string) => `${endpoint}/000000000000/${arn.split(':').at(-1) ?? ''}`

/** Each message is sent before it is deleted: a stop in between repeats one, and loses none. */
async function move(task: Task, client: SQSClient, endpoint: string): Promise<void> {
  const [from, to] = [urlOf(endpoint, task.SourceArn), urlOf(endpoint, task.DestinationArn)]
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: from, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }),
    )
    if (Messages.length === 0) return
    for (const { Body, ReceiptHandle, MessageAttributes } of Messages) {
      await client.send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body, MessageAttributes }))
      await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }))
      task.moved += 1
    }
  }
}

/** Answers `StartMessageMoveTask` and `ListMessageMoveTasks`, newest task first; all else goes on to the engine. */
export function installMoveTasks(app: FastifyInstance, identity: SQSClientConfig): void {
  const tasks: Task[] = []
  app.addHook('preHandler', async (request, reply) => {
    const target = String(request.headers['x-amz-target'])
    if (target === 'AmazonSQS.StartMessageMoveTask') {
      const wanted = Start.parse(request.body)
      if (tasks.some(({ SourceArn, status }) => SourceArn === wanted.SourceArn && status === 'RUNNING'))
        return reply.code(400).header('x-amzn-query-error', 'AWS.SimpleQueueService.UnsupportedOperation;Sender').send({
          __type: 'com.amazonaws.sqs#UnsupportedOperation',
          message:
            'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
        })
      const task: Task = { ...wanted, moved: 0, startedAt: Date.now(), status: 'RUNNING' }
      tasks.unshift(task)
      const endpoint = `http://${request.headers.host}`
      const client = new SQSClient({ endpoint, ...identity })
      void move(task, client, endpoint)
        .then(
          () => (task.status = 'COMPLETED'),
          () => (task.status = 'FAILED'),
        )
        .finally(() => client.destroy())
      return reply.send({ TaskHandle: Buffer.from(`${task.startedAt}`).toString('base64') })
    }
    if (target === 'AmazonSQS.ListMessageMoveTasks') {
      const { SourceArn: from } = List.parse(request.body)
      const [newest] = tasks.filter(({ SourceArn }) => SourceArn === from)
      const told = newest && {
        Status: newest.status,
        SourceArn: newest.SourceArn,
        DestinationArn: newest.DestinationArn,
        ApproximateNumberOfMessagesMoved: newest.moved,
        StartedTimestamp: newest.startedAt,
      }
      return reply.send({ Results: told ? [told] : [] })
    }
  })
}
