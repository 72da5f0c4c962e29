/// Validates the states of a media playlist across reloads; consecutive states may be equal.
package protocol ReloadRule: SeriesRule where Subject == PlaylistObservation {}
