/// Validates the measured segments of a media playlist.
package protocol SegmentRule: SeriesRule where Subject == MeasuredSegment {}
