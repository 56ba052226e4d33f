import { sumTallies } from '../domain/reports/funnel.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('sumTallies', { run: (context) => sumTallies(context, context.message) })
