import { Stack, type StackProps } from 'aws-cdk-lib'
import { PublicHostedZone, TxtRecord } from 'aws-cdk-lib/aws-route53'
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  DkimIdentity,
  EasyDkimSigningKeyLength,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import type { Construct } from 'constructs'
import type { Environment } from '../environments.ts'
import { names } from '../names.ts'

/** The sending domain: DKIM, SPF, DMARC, and what happens to addresses that bounce or complain. */
export class MailStack extends Stack {
  readonly identity: EmailIdentity
  readonly configurationSet: ConfigurationSet

  constructor(scope: Construct, id: string, props: StackProps & { environment: Environment }) {
    super(scope, id, props)
    const { environment } = props
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: environment.hostedZoneId,
      zoneName: environment.domain,
    })
    this.configurationSet = new ConfigurationSet(this, 'Sending', {
      configurationSetName: names.configurationSet(environment),
      reputationMetrics: true,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    this.configurationSet.addEventDestination('Outcomes', {
      destination: EventDestination.cloudWatchDimensions([
        { name: 'environment', defaultValue: environment.stage, source: CloudWatchDimensionSource.MESSAGE_TAG },
      ]),
      events: [
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
        EmailSendingEvent.RENDERING_FAILURE,
      ],
    })
    this.identity = new EmailIdentity(this, 'Domain', {
      identity: Identity.publicHostedZone(zone),
      configurationSet: this.configurationSet,
      mailFromDomain: `bounce.${environment.domain}`,
      dkimIdentity: DkimIdentity.easyDkim(EasyDkimSigningKeyLength.RSA_2048_BIT),
    })
    // Receivers are told to refuse what pretends to be us; reports go to the person who reads the alarms.
    new TxtRecord(this, 'Dmarc', {
      zone,
      recordName: '_dmarc',
      values: [`v=DMARC1; p=quarantine; adkim=s; aspf=r; rua=mailto:${environment.alarmEmail}`],
    })
  }
}
