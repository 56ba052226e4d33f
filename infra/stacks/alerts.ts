import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'
import { makeAlarmTopics, type Topics } from '../alarms.ts'
import type { Environment } from '../environments.ts'

/** Who is told. It comes first, so that all others can ring. */
export class AlertsStack extends Stack {
  readonly topics: Topics

  constructor(scope: Construct, id: string, props: StackProps & { environment: Environment }) {
    super(scope, id, props)
    this.topics = makeAlarmTopics(this, props.environment)
    this.watchSpending(props.environment)
  }

  /** Amazon counts costs some hours late: this says that money is lost, the alarms of functions and table say it at once. */
  private watchSpending({ alarmEmail, budgetDollars }: Environment): void {
    const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
    })
    // Without a name of its own, so that a first deployment that failed can be repeated.
    new CfnBudget(this, 'Spending', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: budgetDollars, unit: 'USD' } },
      notificationsWithSubscribers: [tell('ACTUAL', 80), tell('ACTUAL', 100), tell('FORECASTED', 100)],
    })
  }
}
