export const termOfUse = {
  title: 'Terms of use',
  text: `
These terms are an agreement between you and {{company_legal}} ("{{company_name}}", "we") about the use of
{{company_domain}}. By signing in you accept them, for yourself and for the company whose account you use.

# Your account
- You must be of age and allowed to act for your company.
- The details you give must be true, and you keep them up to date.
- Your sign-in is yours alone. Keep the password secret, and tell us at once if you think that somebody else knows it.
- You answer for what is done with your account, unless we failed to protect it.

# What you may do
You may use the service for your company's own business, as far as your plan goes. We give you this right for as long as
your account is open; it is not exclusive and cannot be passed on without our consent.

# What you may not do
- Use leads or other personal data against the law. That includes the rules on telemarketing, commercial e-mail, consumer
  reports and privacy that apply to you.
- Use data from the service to decide about credit, insurance, housing, employment or any other matter that consumer
  reporting law covers.
- Contact people who have opted out, or remove opt-outs from your lists.
- Upload data that you may not share, or files that can do harm.
- Try to reach the data of other customers, to get around limits or protection, or to overload the service.
- Copy the service, take it apart to rebuild it, or offer it as your own where we have not agreed to that.

# Your data
What you upload stays yours. You let us store and handle it as far as the service needs it. You make sure that you may give
it to us, and that people have been told what the law says they must be told.

# Leads
Leads come from visits, searches and licensed sources. We match them with care, but we do not promise that a lead is
complete, is still interested, or will buy. You check that you may contact a person before you do.

# Our service
We keep the service running with care, and announce planned work where we can. We improve it over time; if a change takes
away something that you pay for, you may end the agreement at that date.

# Ending
You may close your account at any time. We may suspend an account that breaks these terms, endangers others or is not
paid, and close it if the reason is not removed within 14 days of our notice. On serious misuse we may act at once. After
the end you have 30 days to export your data; then we erase it, except for what the law tells us to keep.

# Liability
The service is provided as it is. As far as the law allows, we are not liable for lost profit, lost data that you could
have exported, or indirect loss, and all our liability in a year is limited to what you paid us in that year. Nothing here
limits liability for intent, gross negligence, or harm to life and health.

You keep us free from claims of others that arise because you used the service or its data against these terms.

# The rest
- If a part of these terms does not hold, the rest does.
- We may change these terms. We tell you at least 30 days ahead; if you go on using the service after that, the new terms
  apply.
- The law of the place where {{company_legal}} has its seat applies: {{company_address}}.
- Questions: {{company_email}}, {{company_phone}}.
`,
}
