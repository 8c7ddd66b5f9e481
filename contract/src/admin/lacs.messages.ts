import { defineMessages } from '../i18n.ts'

export const lacsMessages = defineMessages({
  'lacs.groups': { en: 'LACS groups', ja: 'LACSグループ' },
  'lacs.units': { en: 'LACS units', ja: 'LACSユニット' },
  'lacs.organizationName': { en: 'Organization name', ja: '組織名' },
  'lacs.subdomain': { en: 'Subdomain', ja: 'サブドメイン' },
  'lacs.departmentName': { en: 'Department name', ja: '部署名' },
  'lacs.contactPersonName': { en: 'Contact person', ja: '担当者名' },
  'lacs.contactPersonDesignation': { en: 'Designation of the contact person', ja: '担当者の役職' },
  'lacs.shareDataAmongUnits': { en: 'Share data among units', ja: 'ユニット間でデータを共有する' },
  'lacs.unitId': { en: 'Unit ID', ja: 'ユニットID' },
  'lacs.unitName': { en: 'Unit name', ja: 'ユニット名' },
  'lacs.isCloudUnit': { en: 'Cloud unit', ja: 'クラウドユニット' },
  'lacs.admins': { en: 'Admins', ja: '管理者' },
  'audit.lacsGroup.created': { en: 'Added a LACS group', ja: 'LACSグループを追加しました' },
  'audit.lacsGroup.changed': { en: 'Changed a LACS group', ja: 'LACSグループを変更しました' },
  'audit.lacsGroup.deleted': { en: 'Deleted a LACS group', ja: 'LACSグループを削除しました' },
  'audit.lacsUnit.created': { en: 'Added a LACS unit', ja: 'LACSユニットを追加しました' },
  'audit.lacsUnit.changed': { en: 'Changed a LACS unit', ja: 'LACSユニットを変更しました' },
  'audit.lacsUnit.deleted': { en: 'Deleted a LACS unit', ja: 'LACSユニットを削除しました' },
  'lacs.organizationRequired': { en: 'Please enter the name of the organization', ja: '組織名を入力してください' },
  'lacs.subdomainRequired': { en: 'Please enter a subdomain', ja: 'サブドメインを入力してください' },
  'lacs.subdomainInvalid': {
    en: 'Small letters, digits and hyphens inside',
    ja: '半角の英小文字、数字、途中のハイフンだけが使えます',
  },
  'lacs.unitIdRequired': { en: 'Please enter a unit ID', ja: 'ユニットIDを入力してください' },
  'lacs.unitIdInvalid': {
    en: 'Letters, digits, hyphens and underscores',
    ja: '半角の英数字、ハイフン、アンダースコアだけが使えます',
  },
  'lacs.unitNameRequired': { en: 'Please enter the name of the unit', ja: 'ユニット名を入力してください' },
})
