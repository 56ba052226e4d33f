import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { makeAlarmTopics, type Topics } from '../alarms.ts'
import type { Environment } from '../environments.ts'

/** Who is told. It comes first, so that all others can ring. */
export class AlertsStack extends Stack {
  readonly topics: Topics

  constructor(scope: Construct, id: string, props: StackProps & { environment: Environment }) {
    super(scope, id, props)
    this.topics = makeAlarmTopics(this, props.environment)
  }
}
