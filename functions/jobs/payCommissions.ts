import { payCommissions } from '../domain/sales/commissions.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('payCommissions', {
  async run(context) {
    const done = await payCommissions(context, context.message)
    // It is sent before the books say that the payment is there, so that no crash between the two can lose it.
    if (!done) throw new Error('The payment is not in the books yet.')
    return `${done.paid} paid, ${done.waiting} wait`
  },
})
