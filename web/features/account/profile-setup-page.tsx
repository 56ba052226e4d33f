import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { refreshMe } from '../../api/session.ts'
import { getSession, type Setup, type UserData, useMe, useSession } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { Wizard, type WizardStep } from '../../ui/wizard/wizard.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { CompanyFields, useCompanyForm } from './company-form.tsx'
import { PersonalFields, usePersonalForm } from './personal-form.tsx'

const alwaysGood = () => true
const hasFault = ({ form }: { form: { errors: object } }) => Object.keys(form.errors).length > 0

/** Steps of other features: what is paid, and where the money of clients goes. */
type Slots = { cardStep: (onboarding: Setup['agencyOnboarding']) => ReactNode; accountStep: () => ReactNode }

const isPersonalFilled = ({ name, phone }: UserData) => Boolean(name && phone)
const isCompanyFilled = ({ companyName, address, city, stateCode, zip }: UserData) =>
  Boolean(companyName && address && city && stateCode && zip)

const hasCard = () => {
  const session = getSession()
  return session.status === 'in' && session.setup?.hasCard === true
}

/** What is paid and who is paid. What was settled already is shown as done, and passed over. */
function paymentSteps(
  user: UserData,
  setup: Setup | null,
  {
    cardStep,
    accountStep,
    mayPay,
    mayConnect,
    mayChangeAccount,
    isCardMissed,
    checkCard,
  }: Slots & {
    mayPay: boolean
    mayConnect: boolean
    mayChangeAccount: boolean
    isCardMissed: boolean
    checkCard: () => boolean
  },
): WizardStep[] {
  const isAgency = !user.isSystemUser && (user.userType === 'user' || user.userType === 'agency')
  if (!setup || (!isAgency && user.userType !== 'client')) return []
  const done = (key: string, label: string, text: string) => ({
    key,
    label,
    content: <Text>{text}</Text>,
    isDone: true,
  })
  return [
    setup.hasCard
      ? done('card', 'Card', 'A card is on file.')
      : {
          key: 'card',
          label: 'Card',
          // A notification would stand over Next.
          content: (
            <>
              {cardStep(setup.agencyOnboarding)}
              {isCardMissed && (
                <Text role="alert" size="sm" c="red" mt="md">
                  Save your card first.
                </Text>
              )}
            </>
          ),
          // Anybody who may not save a card ends their own part without it.
          check: mayPay ? checkCard : alwaysGood,
          hasMainButton: mayPay,
        },
    ...(isAgency && mayConnect
      ? [
          setup.connectionState === 'completed'
            ? done('account', 'Account', 'Your payment account is connected.')
            : { key: 'account', label: 'Account', content: accountStep(), hasMainButton: mayChangeAccount },
        ]
      : []),
  ]
}

/** `onFinished` leads on, once the person and their set-up were asked for again. */
export default function ProfileSetupPage({ onFinished, ...slots }: Slots & { onFinished: () => void }) {
  const user = useMe()
  const session = useSession()
  const personal = usePersonalForm(user)
  const company = useCompanyForm(user)
  const { send: complete } = useSend('account.completeProfile')
  const may = useMay()
  const mayEdit = may('company:update', 'PUT')
  const setup = session.status === 'in' ? session.setup : null
  const mayPay = may('card:update', 'POST')
  const address = useAddress()
  const [isCardMissed, setCardMissed] = useState(false)
  const checkCard = () => {
    const isThere = hasCard()
    setCardMissed(!isThere)
    return isThere
  }

  const finish = async () => {
    try {
      const { message } = await complete({ userId: user.id, status: true })
      await refreshMe()
      notify('success', message)
      onFinished()
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  // Their own part is done: what the company still lacks is not theirs to settle, and the steps would lead nowhere.
  if (setup && !setup.hasCard && !mayPay && user.profileSetupCompleted) {
    return (
      <Page kind="form" title="Profile setup" description="Your own part is done.">
        {slots.cardStep(setup.agencyOnboarding)}
      </Page>
    )
  }
  const steps: WizardStep[] = [
    {
      key: 'personal',
      label: 'Personal',
      content: <PersonalFields form={personal.form} />,
      check: personal.save,
      isFaulty: hasFault(personal),
    },
    {
      key: 'company',
      label: 'Company',
      content: mayEdit ? <CompanyFields form={company.form} /> : <CompanyFacts user={user} />,
      check: mayEdit ? company.save : alwaysGood,
      isFaulty: hasFault(company),
    },
    ...paymentSteps(user, setup, {
      ...slots,
      mayPay,
      mayConnect: may('connection:read', 'GET'),
      mayChangeAccount: may('connection:update', 'PUT'),
      isCardMissed,
      checkCard,
    }),
  ]
  // The pages of the payment provider and a reload lead back to the step they were left at, never past what is missing.
  const named = steps.findIndex(({ key }) => key === address.read('step'))
  const firstGap = [isPersonalFilled(user), isCompanyFilled(user) || !mayEdit].indexOf(false)
  const startAt = firstGap < 0 ? named : Math.min(named, firstGap)
  return (
    <Page kind="form" title="Profile setup" description="A few details before you begin.">
      <Wizard
        startAt={Math.max(0, startAt)}
        onMove={(step) => address.put({ step }, 'same')}
        label="Profile setup"
        steps={steps}
        finishLabel={user.userType === 'client' ? 'Go To Dashboard' : 'Go To General Settings'}
        onFinish={finish}
      />
    </Page>
  )
}
