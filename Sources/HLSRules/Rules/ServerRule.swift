/// Validates requests and responses in order of completion; one value per validation.
package protocol ServerRule: SeriesRule where Subject == ServerExchange {}
