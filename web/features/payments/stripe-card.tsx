import { Text, useComputedColorScheme } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useMemo, useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import type { CardFieldsProps, CardPort } from './card-port.ts'

const FAULT = 'The card could not be read. Please check it.'

function Fields({ onReady, onFailed }: Pick<CardFieldsProps, 'onReady'> & { onFailed: () => void }) {
  const stripe = useStripe()
  const elements = useElements()
  useEffect(() => {
    if (!stripe || !elements) return
    const port: CardPort = {
      tokenize: async ({ name, address, city, state, zip, country }) => {
        const checked = await elements.submit()
        if (checked.error) return { fault: checked.error.message ?? FAULT }
        const address_ = { line1: address, line2: '', city, state, postal_code: zip, country }
        const params = { billing_details: { name, address: address_ } }
        const { error, paymentMethod } = await stripe.createPaymentMethod({ elements, params })
        return paymentMethod ? { token: paymentMethod.id } : { fault: error.message ?? FAULT }
      },
      authenticate: async (clientSecret) => {
        const { error } = await stripe.handleNextAction({ clientSecret })
        return error?.message ?? null
      },
    }
    onReady(port)
    return () => onReady(null)
  }, [stripe, elements, onReady])
  if (!stripe) return <SkeletonLines rows={3} height={36} />
  // Name and address stand in our own form, so that they are asked for once.
  return (
    <PaymentElement
      options={{ fields: { billingDetails: { name: 'never', address: 'never' } } }}
      onLoadError={onFailed}
    />
  )
}

/** The provider's own fields, in its own frame: what is typed there never passes through our page. */
export default function StripeCard({ publicKey, account, onReady }: CardFieldsProps) {
  const scheme = useComputedColorScheme()
  const [round, setRound] = useState(0)
  const [failedRound, setFailedRound] = useState(-1)
  const fail = () => setFailedRound(round)
  const stripe = useMemo(
    () =>
      loadStripe(publicKey, account ? { stripeAccount: account } : undefined).catch(() => {
        setFailedRound(round)
        return null
      }),
    [publicKey, account, round],
  )
  if (failedRound === round) {
    return (
      <ErrorState title="The card form could not be loaded" onRetry={() => setRound(round + 1)}>
        The payment provider could not be reached. Check your connection, and that nothing in your browser blocks
        js.stripe.com.
      </ErrorState>
    )
  }
  const options = {
    mode: 'setup' as const,
    currency: 'usd',
    paymentMethodCreation: 'manual' as const,
    allowedPaymentMethodTypes: ['card'],
    appearance: { theme: scheme === 'dark' ? ('night' as const) : ('stripe' as const) },
  }
  return (
    <>
      <Elements key={`${scheme} ${round}`} stripe={stripe} options={options}>
        <Fields onReady={onReady} onFailed={fail} />
      </Elements>
      <Text size="xs" c="dimmed" mt="xs">
        Your card goes to Stripe directly. We keep its last four digits and its expiry.
      </Text>
    </>
  )
}
