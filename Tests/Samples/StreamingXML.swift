private var links: [String] {
    get { [] }
    set {}
}
private var length: Int {
    get { 0 }
    set {}
}
