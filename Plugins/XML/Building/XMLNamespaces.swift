/// The namespaces that XML itself and its schemas name.
enum XMLNamespaces {
    /// That of `xml:lang` and its kin. Source: Namespaces in XML 1.0 §3.
    static let xml = "http://www.w3.org/XML/1998/namespace"
    /// That of the declarations themselves. Source: Namespaces in XML 1.0 §3.
    static let declarations = "http://www.w3.org/2000/xmlns/"
    /// That of `xsi:nil`. Source: XML Schema 1.0 part 1 §2.6.
    static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"
}
