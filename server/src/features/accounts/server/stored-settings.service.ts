/** The settings in the database that other features store by their names. */
export { deleteSettingIfEqual, lockSetting, mergeSetting, readSetting, writeSetting } from './unit.sql.ts'
