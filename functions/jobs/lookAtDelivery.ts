import { lookAtDelivery } from '../domain/deliveries/look.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('lookAtDelivery', {
  run: ({ message, ...services }) => lookAtDelivery(services, message),
})
