import numpy as np
from scipy.integrate import simps

x = np.linspace(0, 1, 101)
print(simps(x**2, x=x))
