import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import { CopyButton } from '@/client/back-office/layout/copy-button'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { EmailText } from '@/client/back-office/layout/lists/email-text'
import { Fact, Facts } from '@/client/back-office/layout/lists/facts'
import { Instant } from '@/client/back-office/layout/lists/instant'

/** The facts about a person. */
export function UserFacts({ user }: { user: BackOfficeUser }) {
  return (
    <section className={card({ pad: true })}>
      <Facts>
        <Fact label={m.admin_people_id()}>
          <span className={cluster({ gap: '3' })}>
            {user.id}
            <CopyButton
              text={user.id}
              label={m.admin_people_copy()}
              copiedLabel={m.admin_people_copied()}
              name={m.admin_people_copy_id()}
            />
          </span>
        </Fact>
        <Fact label={m.admin_people_name()}>
          <bdi>{user.name}</bdi>
        </Fact>
        <Fact label={m.admin_people_email()}>
          <EmailText email={user.email} />
        </Fact>
        <Fact label={m.admin_people_role()}>
          {user.role === 'ADMIN' ? m.admin_people_role_admin() : m.admin_people_role_user()}
        </Fact>
        {user.suspended_at === undefined ? null : (
          <Fact label={m.admin_people_suspended_since()}>
            <Instant seconds={user.suspended_at} />
          </Fact>
        )}
        <Fact label={m.admin_people_created()}>
          <Instant seconds={user.created_at} />
        </Fact>
        <Fact label={m.admin_people_last_updated()}>
          <Instant seconds={user.updated_at} />
        </Fact>
      </Facts>
    </section>
  )
}
