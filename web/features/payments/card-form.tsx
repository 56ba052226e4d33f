import { Alert, Button, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { usStates } from '#shared/model/states.ts'
import { messageOf } from '../../api/api-error.ts'
import { type CardOwner, isLocalKey } from '../../api/cards.ts'
import { useMe } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { countries } from '../../ui/countries.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import type { CardPort } from './card-port.ts'
import type { CouponInput } from './coupon-field.tsx'

const LocalCard = lazy(() => import('./local-card.tsx'))
const StripeCard = lazy(() => import('./stripe-card.tsx'))

const NOT_ARRIVED = 'The confirmation of your bank has not arrived. Please try again.'
type Saved = { message: string } | { fault: string }

const filled = (message: string) => (text: string) => (text.trim() === '' ? message : null)
const stateOptions = Object.entries(usStates).map(([value, label]) => ({ value, label }))

type Props = {
  companyId: string
  publicKey: string
  account: string
  /** Whether a card is replaced, or the first one kept. */
  isFirst: boolean
  /** What is said to be charged with the first one, in dollars. */
  chargeNow?: number
  /** A field for a coupon, where one may be entered. */
  coupon?: (input: CouponInput) => ReactNode
  submitLabel: string
  /** Leaves things as they are. */
  onCancel?: () => void
  onSaved: (message: string) => void | Promise<void>
  onFault?: () => void
}

/** Name and address are ours; the card itself is typed into fields of the provider, which give a token for it. */
export function CardForm(props: Props) {
  const { companyId, publicKey, account, isFirst, chargeNow, coupon, submitLabel, onCancel, onSaved, onFault } = props
  const me = useMe()
  const [port, setPort] = useState<CardPort | null>(null)
  const [code, setCode] = useState('')
  const [pays, setPays] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const { send: replace } = useSend('payments.saveCard')
  const { send: keep } = useSend('payments.createCustomer')
  const form = useForm<CardOwner>({
    initialValues: {
      name: me.name,
      address: me.address,
      city: me.city,
      state: me.stateCode,
      zip: me.zip,
      country: me.countryCode || 'US',
    },
    validateInputOnBlur: true,
    validate: {
      name: filled('Enter the name on the card.'),
      address: filled('Enter the street and number.'),
      city: filled('Enter the city.'),
      state: filled('Enter the state.'),
      zip: filled('Enter the zip code.'),
      country: filled('Choose a country.'),
    },
  })
  const settle = useLeaveGuard(form.isDirty() || code !== '')
  const ready = useCallback((next: CardPort | null) => setPort(next), [])

  const post = (token: string, { name: cardholder, ...address }: CardOwner, isKept = false) => {
    const body = { companyId: companyId, userId: me.id, token, cardholder, ...address }
    if (!isFirst || isKept) return replace(body)
    const couponCode = code.trim()
    return keep({
      ...body,
      ...(chargeNow !== undefined && { chargeNow: pays === '' ? chargeNow : Number(pays) }),
      ...(couponCode !== '' && { couponCode }),
    })
  }

  async function save(owner: CardOwner, with_: CardPort): Promise<Saved> {
    const made = await with_.tokenize(owner)
    if ('fault' in made) return made
    let answer = await post(made.token, owner)
    // The bank may ask for the card, and once more for what is paid with it. No matter what the browser says of that, the server
    // looks how it stands, and ends what was refused.
    for (let asked = ''; answer.result === 'action'; ) {
      const { clientSecret, setupId } = answer
      if (clientSecret === asked) return { fault: NOT_ARRIVED }
      const refused = await with_.authenticate(clientSecret)
      answer = await post(setupId, owner, answer.card !== null)
      if (refused && answer.result === 'action' && answer.clientSecret === clientSecret) return { fault: refused }
      asked = clientSecret
    }
    return { message: answer.message }
  }

  const submit = form.onSubmit(async (owner) => {
    if (!port) return
    setBusy(true)
    setFault('')
    const saved = await save(owner, port).catch((error): Saved => ({ fault: messageOf(error) }))
    setBusy(false)
    if ('fault' in saved) {
      setFault(saved.fault)
      // What the coupon takes off may be another sum by now, too.
      setPays('')
      onFault?.()
    } else {
      settle()
      await onSaved(saved.message)
    }
  })
  const select = (name: 'country' | 'state') => ({
    ...form.getInputProps(name),
    value: form.getValues()[name] || null,
    onChange: (chosen: string | null) => {
      // A state of one country is none of another.
      if (name === 'country' && chosen !== form.getValues().country) form.setFieldValue('state', '')
      form.setFieldValue(name, chosen ?? '')
    },
    searchable: true,
    required: true,
    allowDeselect: false,
  })
  const Fields = isLocalKey(publicKey) ? LocalCard : StripeCard
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name on the card"
          autoComplete="cc-name"
          required
          // It opened at a press, whose button is gone.
          autoFocus={onCancel !== undefined}
          {...form.getInputProps('name')}
        />
        <Suspense fallback={<SkeletonLines rows={3} height={36} />}>
          <Fields publicKey={publicKey} account={account} onReady={ready} />
        </Suspense>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Street and number"
            autoComplete="street-address"
            required
            {...form.getInputProps('address')}
          />
          <TextInput label="City" autoComplete="address-level2" required {...form.getInputProps('city')} />
          <Select label="Country" data={countries} {...select('country')} />
          {form.getValues().country === 'US' ? (
            <Select label="State" data={stateOptions} {...select('state')} />
          ) : (
            <TextInput label="State" autoComplete="address-level1" required {...form.getInputProps('state')} />
          )}
          <TextInput label="Zip code" autoComplete="postal-code" required {...form.getInputProps('zip')} />
        </SimpleGrid>
        {coupon?.({
          value: code,
          pays,
          onChange: (next, sum = '') => {
            setCode(next)
            setPays(sum)
          },
        })}
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <FormButtons justify="flex-start">
          <Button type="submit" loading={busy} disabled={!port}>
            {submitLabel}
          </Button>
          {onCancel && (
            <CancelButton onCancel={onCancel} disabled={busy}>
              Keep this card
            </CancelButton>
          )}
        </FormButtons>
      </Stack>
    </form>
  )
}
