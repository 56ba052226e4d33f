import type { SQSRecord } from 'aws-lambda'

/** A message as a queue hands it to a function. */
export const toRecord = (message: object, tries = 1): SQSRecord => ({
  messageId: 'message',
  receiptHandle: 'message',
  body: JSON.stringify(message),
  attributes: {
    ApproximateReceiveCount: String(tries),
    SentTimestamp: '0',
    SenderId: 'simulator',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: 'us-east-1',
})
