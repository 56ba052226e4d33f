import { Anchor, Stack } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { type UserData, useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { Page } from '../../ui/page.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { CompanyFields, useCompanyForm } from './company-form.tsx'
import { ContactsSection } from './contacts-section.tsx'
import { CustomerCareSection } from './customer-care-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PersonalFields, usePersonalForm } from './personal-form.tsx'
import { PictureSection } from './picture-section.tsx'
import { ReportMailsSection } from './report-mails-section.tsx'
import { Section } from './section.tsx'

export default function ProfilePage() {
  const user = useMe()
  const may = useMay()
  return (
    <Page kind="form" title="Profile" description="Who you are, and the company you work for.">
      <Stack gap="md">
        <PictureSection user={user} />
        <PersonalSection user={user} />
        <EmailSection user={user} />
        {may('company:update', 'PUT') ? (
          <>
            <CompanySection user={user} />
            <ContactsSection user={user} />
          </>
        ) : (
          <Section title="Company">
            <CompanyFacts user={user} />
          </Section>
        )}
        <ReportMailsSection user={user} />
        {!user.isViewMode && (
          <Section title="Devices and sign-ins" description="Where you are signed in, and who tried to.">
            <Anchor component={Link} to={pathTo('signIns')} size="sm">
              See them
            </Anchor>
          </Section>
        )}
        <Section
          title="Notifications"
          description="What is told in the application, and what of it also comes by mail."
        >
          <Anchor component={Link} to={`${pathTo('notices')}?tab=mails`} size="sm">
            Choose what comes by mail
          </Anchor>
        </Section>
        {user.userType === 'client' ? <CustomerCareSection /> : <QuestionnaireSection />}
      </Stack>
    </Page>
  )
}

function PersonalSection({ user }: { user: UserData }) {
  const { form, save } = usePersonalForm(user)
  return (
    <Section title="Personal" onSave={save}>
      <PersonalFields form={form} />
    </Section>
  )
}

function CompanySection({ user }: { user: UserData }) {
  const { form, save } = useCompanyForm(user)
  return (
    <Section title="Company" description="This address stands on invoices and mails." onSave={save}>
      <CompanyFields form={form} />
    </Section>
  )
}

/** Whether there are answers is told where they stand: they are the company's, and any colleague may have given them. */
const QuestionnaireSection = () => (
  <Section title="Questionnaire" description="What your company wants to reach.">
    <Anchor component={Link} to={pathTo('questionnaire')} size="sm">
      See or give the answers
    </Anchor>
  </Section>
)
