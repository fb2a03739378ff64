/** An address that breaks before its `@` where there is no room for it in one line, and within its parts only when it must. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  if (at <= 0) return <bdi>{email}</bdi>
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
}
