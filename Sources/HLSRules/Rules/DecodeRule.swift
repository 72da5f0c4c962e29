/// Validates the separately decoded segments of a media playlist.
package protocol DecodeRule: SeriesRule where Subject == DecodedSegment {}
