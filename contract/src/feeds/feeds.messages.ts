import { defineMessages } from '../i18n.ts'

/** Texts of feeds and their members (specification, sections 2, 5 and 8). */
export const feedMessages = defineMessages({
  'feeds.nameRequired': { en: 'Please enter a name for the feed', ja: 'フィードの名前を入力してください' },
  'feeds.nameTooShort': {
    en: 'Feed name must have at least {min} characters',
    ja: 'フィードの名前は{min}文字以上にしてください',
  },
  'feeds.nameTooLong': {
    en: 'Feed name must not be longer than {max} characters',
    ja: 'フィードの名前は{max}文字以内にしてください',
  },

  'feeds.none': { en: 'No feeds yet', ja: 'フィードはまだありません' },
  'feeds.noneTip': {
    en: 'Neighbourhood news will appear here.',
    ja: '地域のお知らせがここに表示されます。',
  },
  'feeds.noneTipAdmin': {
    en: 'Create one for news, for a street, or for a shelter.',
    ja: 'お知らせや町内会、避難所のためのフィードを作りましょう。',
  },
  'feeds.listFailed': { en: 'Couldn’t load the feeds', ja: 'フィードを読み込めませんでした' },
  'feeds.create': { en: 'Create feed', ja: 'フィードを作成' },
  'feeds.edit': { en: 'Edit feed', ja: 'フィードを編集' },
  'feeds.delete': { en: 'Delete feed', ja: 'フィードを削除' },
  'feeds.deleteConfirm': { en: 'Delete {name}?', ja: '{name}を削除しますか？' },
  'feeds.deleteNote': {
    en: 'All its posts and comments are deleted too. This cannot be undone.',
    ja: '投稿とコメントもすべて削除されます。元に戻せません。',
  },
  'feeds.created': { en: 'Feed created', ja: 'フィードを作成しました' },
  'feeds.updated': { en: 'Feed updated', ja: 'フィードを更新しました' },
  'feeds.deleted': { en: 'Feed deleted', ja: 'フィードを削除しました' },
  'feeds.menuOf': { en: 'Menu for {name}', ja: '{name}のメニュー' },
  'feeds.public': { en: 'Public', ja: '公開' },
  'feeds.moderated': { en: 'Moderated', ja: '投稿は審査制' },
  'feeds.membersOnly': { en: 'Members only', ja: 'メンバーのみ' },

  'feeds.name': { en: 'Name', ja: '名前' },
  'feeds.description': { en: 'Description', ja: '説明' },
  'feeds.descriptionHint': { en: 'What is it for? (optional)', ja: '何のフィードですか？（任意）' },
  'feeds.cover': { en: 'Cover image', ja: 'カバー画像' },
  'feeds.coverChoose': { en: 'Choose an image', ja: '画像を選択' },
  'feeds.coverReplace': { en: 'Choose another', ja: '別の画像を選択' },
  'feeds.coverRemove': { en: 'Remove the image', ja: '画像を外す' },
  'feeds.isPublic': { en: 'Public', ja: '誰でも閲覧可' },
  'feeds.isPublicNote': { en: 'Can be read without signing in', ja: 'ログインしなくても読めます' },
  'feeds.isOpenToUsers': { en: 'Open to users', ja: 'ユーザーに公開' },
  'feeds.isOpenToUsersNote': {
    en: 'Signed-in users can read it without being members',
    ja: 'ログインした人は、メンバーでなくても読めます',
  },
  'feeds.allowsPostByAnyUser': { en: 'Any user can post', ja: '誰でも投稿可' },
  'feeds.allowsPostByAnyUserNote': {
    en: 'Posts appear immediately. Off: only members with permission may post, and posts are reviewed.',
    ja: '投稿はすぐに表示されます。オフの場合は、許可されたメンバーだけが投稿でき、投稿は審査されます。',
  },
  'feeds.isShared': { en: 'All units', ja: '全ユニット' },
  'feeds.isSharedNote': {
    en: 'Every unit of the group gets this feed with its posts, comments and likes, also units that join later. They cannot be called back: the data of the units still contains deleted texts and earlier names, which are not shown. Pictures and files stay at this unit.',
    ja: 'グループのすべてのユニットに、あとから加わるユニットにも、このフィードの投稿、コメント、いいねが届きます。届いたものは取り戻せません。削除した文章や以前の名前も、表示されませんが各ユニットのデータに残ります。写真とファイルはこのユニットから出ません。',
  },

  'feeds.locationAdd': { en: 'Add a location', ja: '位置情報を追加' },
  'feeds.locationRemove': { en: 'Remove the location', ja: '位置情報を外す' },
  'feeds.locationChosen': { en: 'A location is chosen', ja: '位置情報を選択済み' },
  'feeds.locationTitle': { en: 'Choose a location', ja: '場所を選ぶ' },
  'feeds.locationUse': { en: 'Use this location', ja: 'この場所にする' },

  'feeds.notFound': { en: 'This feed was not found', ja: 'フィードが見つかりません' },
  'feeds.notFoundNote': {
    en: 'It was deleted, or only its members can read it.',
    ja: '削除されたか、メンバーだけのフィードです。',
  },
  'feeds.notFoundLogin': {
    en: 'It was deleted, or you must sign in to read it.',
    ja: '削除されたか、ログインが必要なフィードです。',
  },
  'feeds.toFeeds': { en: 'Go to feeds', ja: 'フィード一覧へ' },
  'feeds.login': { en: 'Login', ja: 'ログイン' },
  'feeds.toPosts': { en: 'Posts of the feed', ja: 'フィードの投稿' },

  'feeds.members': { en: 'Members', ja: 'メンバー' },
  'feeds.membersOf': { en: 'Members of {name}', ja: '{name}のメンバー' },
  'feeds.membersFailed': { en: 'Couldn’t load the members', ja: 'メンバーを読み込めませんでした' },
  'feeds.membersCount': { en: { one: '1 member', other: '{count} members' }, ja: 'メンバー{count}人' },
  'feeds.createdBy': { en: 'Created by {name}', ja: '作成者：{name}' },
  'feeds.creator': { en: 'Creator', ja: '作成者' },
  'feeds.you': { en: '(you)', ja: '(あなた)' },
  'feeds.addMembers': { en: 'Add members', ja: 'メンバーを追加' },
  'feeds.addMembersWho': { en: 'Who do you want to add?', ja: '誰を追加しますか？' },
  'feeds.membersAdded': { en: 'Members added', ja: 'メンバーを追加しました' },
  'feeds.memberMenu': { en: 'Actions for {name}', ja: '{name}さんの操作' },
  'feeds.viewProfile': { en: 'View profile', ja: 'プロフィールを見る' },
  'feeds.permissions': { en: 'Permissions', ja: '権限' },
  'feeds.permissionsOf': { en: '{name}’s permissions', ja: '{name}さんの権限' },
  'feeds.permissionsNote': { en: 'Changes take effect immediately.', ja: '変更はすぐに反映されます。' },
  'feeds.permissionsOwnNote': {
    en: 'Changes take effect immediately. You can only give permissions that you have yourself.',
    ja: '変更はすぐに反映されます。付与できるのは、自分が持っている権限だけです。',
  },
  'feeds.canPost': { en: 'May post', ja: '投稿できる' },
  'feeds.canUpdate': { en: 'May edit and delete posts', ja: '投稿を編集・削除できる' },
  'feeds.canModeratePosts': { en: 'May review posts', ja: '投稿を審査できる' },
  'feeds.canModerateMembers': { en: 'May manage members', ja: 'メンバーを管理できる' },
  'feeds.removeMember': { en: 'Remove from feed', ja: 'フィードから外す' },
  'feeds.removeMemberConfirm': { en: 'Remove {name} from the feed?', ja: '{name}さんをフィードから外しますか？' },
  'feeds.remove': { en: 'Remove', ja: '外す' },
  'feeds.memberRemoved': { en: 'Member removed', ja: 'メンバーを外しました' },
  'error.feed.unitsNotSharing': {
    en: 'This server shares no data with units. Pair it under Units first',
    ja: 'このサーバーはユニットとデータを共有していません。先に「ユニット」で登録してください',
  },
  'error.feed.staysShared': {
    en: 'Other units have this feed already. Delete it to remove it everywhere',
    ja: 'このフィードはすでにほかのユニットに届いています。すべてのユニットから消すには、フィードを削除してください',
  },
  'error.feed.ofOtherUnit': {
    en: 'Only the unit that created this feed changes it. Here you can change its cover picture and its members',
    ja: 'このフィードを変更できるのは、作成したユニットだけです。ここではカバー画像とメンバーを変更できます',
  },
})
