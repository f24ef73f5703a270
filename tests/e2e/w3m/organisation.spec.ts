import { atTextBrowser } from './at-text-browser'
import { enter, open } from './roads'
import { startTextBrowser } from './text-browser'

atTextBrowser('happy: in w3m, a manager invites and suspends a person', async ({ reader, w3m, t, accounts, pair }) => {
  const [ann, bo] = [await accounts.withMobile(), await accounts.withMobile()]
  await enter(reader, ann.mobile, ann.password)
  await open(reader, 'newOrganisation')
  await w3m.fill(t('organisation.name'), 'Orchard')
  await w3m.fill(t('field.own_name.label'), 'Ann')
  await w3m.press(t('organisations.create'))
  await w3m.see(t('notice.organisation_created'))
  await w3m.follow(t('organisation.links.invitations'))
  await w3m.follow(t('invitations.invite'))
  await w3m.fill(t('invitations.mobile'), bo.mobile)
  await w3m.fill(t('invitations.name'), 'Bo')
  await w3m.press(t('invitations.send'))
  await w3m.see(t('notice.invitation_sent'))

  const other = await startTextBrowser(`${pair.url}/`, { language: 'en' })
  try {
    await enter({ ...reader, w3m: other }, bo.mobile, bo.password)
    const list = `${pair.url}/settings/organisations`
    await other.open(list)
    await other.see(t('organisations.invitations'))
    await other.follow('Orchard')
    await other.see(t('invitation.title_of', { name: 'Orchard' }))
    await other.press(t('invitation.accept'))
    await other.see(t('notice.invitation_accepted'))

    await w3m.follow(t('invitations.back'))
    await w3m.follow(t('organisation.back', { name: 'Orchard' }))
    await w3m.follow(t('organisation.links.members'))
    await w3m.see(t('members.search_all'))
    await w3m.follow('Bo')
    await w3m.see(t('member.since'))
    await w3m.follow(t('member.change_roles'))
    await w3m.tick(t('role.administrator'))
    await w3m.press(t('memberRoles.save'))
    await w3m.see(t('notice.roles_saved'))
    await w3m.follow(t('member.back'))
    await w3m.see(t('role.administrator'))
    await w3m.follow(t('member.freeze'))
    await w3m.press(t('members.freeze'))
    await w3m.see(t('notice.members_frozen', { who: 'Bo' }))

    await other.open(list)
    await other.see(t('organisations.leave', { name: 'Orchard' }))
    await other.follow('Orchard')
    await other.see(t('notice.identity_frozen'))
  } finally {
    await other.stop()
  }
})
