print("Hawk Notes")
