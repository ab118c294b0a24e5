from sklearn.cross_validation import train_test_split

print(train_test_split(list(range(10)), test_size=0.2))
