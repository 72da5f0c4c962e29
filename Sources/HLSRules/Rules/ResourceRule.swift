/// Validates the resources that a playlist lists, in the order of loading.
package protocol ResourceRule: SeriesRule where Subject == ListedResource {}
